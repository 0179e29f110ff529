"""The runtime's C interface (nanguard/runtime.h), as far as a session needs it."""

import ctypes
import json
from collections.abc import Callable
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint8
from ctypes import c_uint32, c_uint64, c_void_p
from typing import Any

import numpy as np

from ._tools import NanGuardError, runtime

COLUMNS = 12
FORMS = {"fused": 1, "safe": 2, "unfused": 3}
STATES = ("NORMAL", "OBSERVE", "SAFE_STAGE_1", "SAFE_STAGE_2", "VERIFY", "RECOVER", "HALT")

_EventCallback = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)


class _Signals(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("generation", c_uint64), ("valid", c_uint32),
                ("step_skipped", c_uint32), ("loss", c_double), ("grad_norm", c_double),
                ("grad_nonfinite_share", c_double), ("loss_scale", c_double)]


class _OpInfo(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("state", c_int32), ("stage", c_int32),
                ("verdict", c_int32), ("fault", c_int32), ("uncurable", c_int32),
                ("pinned", c_int32), ("forced_form", c_int32), ("tier", c_uint8),
                ("reserved", c_uint8 * 3), ("relapses", c_uint32), ("wait_factor", c_uint32),
                ("bad_steps", c_uint64), ("carried_steps", c_uint64),
                ("last_bad_step", c_uint64), ("cause", c_int64)]


_MaxWords = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(c_int64), c_size_t)
_Message = ctypes.CFUNCTYPE(c_void_p, c_void_p)


class _Comm(ctypes.Structure):
    """nanguard_comm (nanguard/ranks.h), as far as joining reports needs it."""

    _fields_ = [("struct_size", c_size_t), ("self", c_void_p), ("rank", c_int32),
                ("size", c_int32), ("max_i64", _MaxWords), ("sum_f32", c_void_p),
                ("sum_f64", c_void_p), ("message", _Message)]


def torch_ranks(group: Any) -> _Comm:
    """Ranks over a process group of torch.distributed; True is the default group."""
    import torch
    import torch.distributed as dist
    group = dist.group.WORLD if group is True else group
    said = ctypes.create_string_buffer(256)

    def max_words(_self: int, words: Any, n: int) -> int:
        try:
            array = np.ctypeslib.as_array(words, (n,))
            tensor = torch.from_numpy(array)
            dist.all_reduce(tensor, dist.ReduceOp.MAX, group=group)
            return 0
        except RuntimeError as error:
            said.value = str(error).encode()[:255]
            return 7

    comm = _Comm(ctypes.sizeof(_Comm), None, dist.get_rank(group), dist.get_world_size(group),
                 _MaxWords(max_words), None, None,
                 _Message(lambda _self: ctypes.addressof(said)))
    comm.keep = said
    return comm


def _check(code: int) -> None:
    if code:
        library = runtime()
        library.nanguard_last_error.restype = c_char_p
        raise NanGuardError(library.nanguard_last_error().decode())


class _Handle:
    """A handle of the runtime: made by one call, freed by another."""

    def __init__(self, create: str, destroy: str, *arguments: Any) -> None:
        self._destroy = getattr(runtime(), destroy)
        self._destroy.argtypes = [c_void_p]
        self.pointer = c_void_p()
        _check(getattr(runtime(), create)(*arguments, byref(self.pointer)))

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self._destroy(self.pointer)
            self.pointer = None


class RuntimeModel(_Handle):
    def __init__(self, manifest: bytes, function: str) -> None:
        super().__init__("nanguard_model_create_from_manifest", "nanguard_model_destroy",
                         manifest, function.encode())


class Policy(_Handle):
    """A preset by name, or the keys of docs/runtime.md as a dictionary."""

    def __init__(self, policy: str | dict[str, Any]) -> None:
        text = policy if isinstance(policy, str) else json.dumps(policy)
        kind = "preset" if isinstance(policy, str) else "from_json"
        super().__init__(f"nanguard_policy_create_{kind}", "nanguard_policy_destroy",
                         text.encode())


class Arena(_Handle):
    def __init__(self, reserve: int) -> None:
        super().__init__("nanguard_arena_create", "nanguard_arena_destroy", c_size_t(reserve))

    def reset(self) -> None:
        _check(runtime().nanguard_arena_reset(self.pointer))


class Context(_Handle):
    """One stream of steps; `listener` gets each event as the dictionary of its JSON."""

    def __init__(self, model: RuntimeModel, policy: Policy | None, number: int,
                 listener: Callable[[dict[str, Any]], None]) -> None:
        super().__init__("nanguard_context_create", "nanguard_context_destroy", model.pointer,
                         policy.pointer if policy else None, c_uint64(number))
        to_json = runtime().nanguard_event_to_json
        to_json.restype = c_size_t
        to_json.argtypes = [c_void_p, c_char_p, c_size_t]

        def receive(event: int, _user: int) -> None:
            text = ctypes.create_string_buffer(to_json(event, None, 0) + 1)
            to_json(event, text, len(text))
            listener(json.loads(text.value.decode(errors="replace")))

        self._callback = _EventCallback(receive)
        _check(runtime().nanguard_context_set_event_callback(self.pointer, self._callback, None))

    def tiers(self, out: np.ndarray) -> None:
        _check(runtime().nanguard_context_tiers(
            self.pointer, out.ctypes.data_as(POINTER(c_uint8)), c_size_t(out.size)))

    def step_end(self, report: np.ndarray, signals: dict[str, float],
                 comm: "_Comm | None" = None) -> int:
        """Gives the highest rank whose own report was bad, -1: none or no ranks.

        `signals`: loss, grad_norm, loss_scale, step_skipped, as far as they are known."""
        record = _Signals(struct_size=ctypes.sizeof(_Signals))
        for bit, name in enumerate(("loss", "grad_norm", "grad_nonfinite_share", "loss_scale")):
            if name in signals:
                setattr(record, name, signals[name])
                record.valid |= 1 << bit
        record.step_skipped = int(signals.get("step_skipped", 0))
        bad_rank = c_int32(-1)
        if comm:
            _check(runtime().nanguard_context_join_ranks(
                self.pointer, byref(comm), report.ctypes.data_as(POINTER(c_int64)),
                c_size_t(report.shape[0]), c_size_t(COLUMNS), byref(record), byref(bad_rank)))
        _check(runtime().nanguard_context_step_end(
            self.pointer, report.ctypes.data_as(POINTER(c_int64)), c_size_t(report.shape[0]),
            c_size_t(COLUMNS), byref(record)))
        return bad_rank.value

    def state(self, op: int) -> str:
        info = _OpInfo(struct_size=ctypes.sizeof(_OpInfo))
        _check(runtime().nanguard_context_op_info(self.pointer, c_int64(op), byref(info)))
        return STATES[info.state]

    def force(self, op: int, form: int) -> None:
        _check(runtime().nanguard_context_force(self.pointer, c_int64(op), c_int32(form)))

    def save(self, path: str) -> None:
        _check(runtime().nanguard_context_save(self.pointer, path.encode()))

    def restore(self, path: str) -> None:
        _check(runtime().nanguard_context_restore(self.pointer, path.encode()))


class Library:
    """A model's shared library (docs/contract.md), of which a call is one step."""

    def __init__(self, path: str) -> None:
        runtime()
        self._library = ctypes.CDLL(path, mode=ctypes.RTLD_LOCAL)
        _check(runtime().nanguard_abi_check(
            c_uint32.in_dll(self._library, "nanguard_model_abi")))
        pointer = ctypes.addressof(ctypes.c_char.in_dll(self._library, "nanguard_model_manifest"))
        self.manifest: bytes = ctypes.string_at(pointer)
        self.arena_bytes: int = c_uint64.in_dll(self._library, "nanguard_model_arena_bytes").value
        self._invoke = runtime().nanguard_python_invoke
        self._invoke.restype = c_char_p
        self._invoke.argtypes = [c_void_p, c_void_p, c_void_p]

    def invoke(self, function: str, parameters: ctypes.Array[Any], arena: Arena) -> None:
        entry = ctypes.cast(getattr(self._library, f"nanguard_invoke_{function}"), c_void_p)
        message = self._invoke(entry, parameters, arena.pointer)
        if message:
            raise NanGuardError(message.decode(errors="replace"))
