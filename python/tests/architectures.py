"""Small models of many architectures of transformers, with random weights."""

from collections.abc import Callable
from typing import Any

import torch
import transformers as T

T.logging.set_verbosity_error()

_SMALL = {"hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 4,
          "intermediate_size": 64, "vocab_size": 99, "max_position_embeddings": 64,
          "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
_GROUPED = {**_SMALL, "num_key_value_heads": 2, "head_dim": 8}


def _ids() -> dict[str, torch.Tensor]:
    return {"input_ids": torch.arange(3, 13)[None]}


def _text(name: str, config: str, extra: dict[str, Any], small: dict[str, Any] = _SMALL) -> Any:
    def make() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
        return getattr(T, name)(getattr(T, config)(**{**small, **extra})), _ids()
    return make


def _vision(name: str, config: str, extra: dict[str, Any], size: int = 32) -> Any:
    def make() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
        model = getattr(T, name)(getattr(T, config)(**extra))
        return model, {"pixel_values": torch.randn(1, 3, size, size)}
    return make


_PATCHES = {"hidden_size": 32, "num_hidden_layers": 4, "num_attention_heads": 4,
            "intermediate_size": 64, "image_size": 32, "patch_size": 8}


def _t5() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    config = T.T5Config(vocab_size=99, d_model=32, d_kv=8, d_ff=64, num_layers=4, num_heads=4)
    return T.T5ForConditionalGeneration(config), {**_ids(), "decoder_input_ids": torch.arange(4)[
        None]}


def _bart() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    config = T.BartConfig(vocab_size=99, d_model=32, encoder_layers=3, decoder_layers=3,
                          encoder_attention_heads=4, decoder_attention_heads=4,
                          encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=64)
    return T.BartModel(config), {**_ids(), "decoder_input_ids": torch.arange(4)[None]}


def _whisper() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    config = T.WhisperConfig(vocab_size=99, d_model=32, encoder_layers=3, decoder_layers=3,
                             encoder_attention_heads=4, decoder_attention_heads=4,
                             encoder_ffn_dim=64, decoder_ffn_dim=64, num_mel_bins=16,
                             max_source_positions=20, max_target_positions=20, pad_token_id=0,
                             bos_token_id=1, eos_token_id=2, decoder_start_token_id=1)
    return T.WhisperModel(config), {"input_features": torch.randn(1, 16, 40),
                                    "decoder_input_ids": torch.arange(4)[None]}


def _wav2vec() -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    config = T.Wav2Vec2Config(vocab_size=32, hidden_size=32, num_hidden_layers=4,
                              num_attention_heads=4, intermediate_size=64, conv_dim=(16, 16),
                              conv_stride=(4, 2), conv_kernel=(8, 4), num_feat_extract_layers=2,
                              num_conv_pos_embeddings=8, num_conv_pos_embedding_groups=4)
    return T.Wav2Vec2Model(config), {"input_values": torch.randn(1, 400)}


class _Cached(torch.nn.Module):
    """A step of decoding: one token, and the keys and values of those before it."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: torch.Tensor, *past: torch.Tensor) -> tuple[torch.Tensor, ...]:
        cache = T.DynamicCache()
        for layer, (keys, values) in enumerate(zip(past[::2], past[1::2])):
            cache.update(keys, values, layer)
        output = self.model(input_ids, past_key_values=cache, use_cache=True)
        return (output.logits, *(t for layer in cache.layers for t in (layer.keys, layer.values)))


def _cached(made: Any, heads: int, layers: int = 4) -> Any:
    def make() -> tuple[torch.nn.Module, tuple[torch.Tensor, ...]]:
        past = (torch.randn(1, heads, 9, 8) for _ in range(2 * layers))
        return _Cached(made()[0]), (torch.tensor([[5]]), *past)
    return make


_GPT2 = _text("GPT2LMHeadModel", "GPT2Config", {"n_embd": 32, "n_layer": 4, "n_head": 4}, {
    "vocab_size": 99, "n_positions": 64})
_LLAMA = _text("LlamaForCausalLM", "LlamaConfig", {}, _GROUPED)

# name: a function that gives the model in f32 and a batch.
ARCHITECTURES: dict[str, Callable[[], tuple[torch.nn.Module, Any]]] = {
    "gpt2": _GPT2,
    "gpt2_cache": _cached(_GPT2, 4),
    "llama": _LLAMA,
    "llama_cache": _cached(_LLAMA, 2),
    "bert": _text("BertModel", "BertConfig", {}),
    "t5": _t5,
    "vit": _vision("ViTModel", "ViTConfig", _PATCHES),
    "mamba": _text("MambaForCausalLM", "MambaConfig", {"state_size": 4, "time_step_rank": 4}),
    "mixtral": _text("MixtralForCausalLM", "MixtralConfig", {
        "num_local_experts": 2, "num_experts_per_tok": 1}, _GROUPED),
    "whisper": _whisper,
    "qwen3": _text("Qwen3ForCausalLM", "Qwen3Config", {}, _GROUPED),
    "gemma3": _text("Gemma3ForCausalLM", "Gemma3TextConfig", {"sliding_window": 4}, _GROUPED),
    "bloom": _text("BloomForCausalLM", "BloomConfig", {"n_layer": 4, "n_head": 4}),
    "gpt_neox": _text("GPTNeoXForCausalLM", "GPTNeoXConfig", {}),
    "opt": _text("OPTForCausalLM", "OPTConfig", {"ffn_dim": 64, "word_embed_proj_dim": 32}),
    "phi": _text("PhiForCausalLM", "PhiConfig", {}),
    "mistral": _text("MistralForCausalLM", "MistralConfig", {}, _GROUPED),
    "falcon": _text("FalconForCausalLM", "FalconConfig", {}),
    "roberta": _text("RobertaModel", "RobertaConfig", {}),
    "distilbert": _text("DistilBertModel", "DistilBertConfig", {
        "dim": 32, "n_layers": 4, "n_heads": 4, "hidden_dim": 64}, {"vocab_size": 99}),
    "electra": _text("ElectraModel", "ElectraConfig", {"embedding_size": 32}),
    "albert": _text("AlbertModel", "AlbertConfig", {"embedding_size": 16}),
    "bart": _bart,
    "deit": _vision("DeiTModel", "DeiTConfig", _PATCHES),
    "dinov2": _vision("Dinov2Model", "Dinov2Config", {
        k: v for k, v in _PATCHES.items() if k != "intermediate_size"}),
    "swin": _vision("SwinModel", "SwinConfig", {
        "image_size": 32, "patch_size": 4, "embed_dim": 16, "depths": [2, 2],
        "num_heads": [2, 2], "window_size": 4}),
    "convnext": _vision("ConvNextModel", "ConvNextConfig", {
        "hidden_sizes": [8, 16], "depths": [3, 3], "num_stages": 2, "patch_size": 4}),
    "segformer": _vision("SegformerModel", "SegformerConfig", {
        "hidden_sizes": [16, 32], "depths": [2, 2], "num_encoder_blocks": 2,
        "num_attention_heads": [1, 2], "sr_ratios": [4, 2], "patch_sizes": [7, 3],
        "strides": [4, 2], "mlp_ratios": [2, 2]}),
    "wav2vec2": _wav2vec,
    "olmo": _text("OlmoForCausalLM", "OlmoConfig", {}),
}


def make(name: str) -> tuple[torch.nn.Module, Any]:
    """The model in f16, and its batch."""
    torch.manual_seed(sum(map(ord, name)))
    model, batch = ARCHITECTURES[name]()
    with torch.no_grad():
        for parameter in model.parameters():
            if not parameter.any():  # a norm of a row of zeros has a pole in its gradient
                parameter.normal_(0, 0.02)
    return model.half().eval(), torch.utils._pytree.tree_map(
        lambda t: t.half() if t.is_floating_point() else t, batch)
