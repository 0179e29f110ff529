/* One op under the controller: the real transition function's table (table.h, by
 * TransitionTable) against faults of every kind. A fault is cured by forms from
 * `cure` on (3: by none); how it comes and goes is the run's `mode`, chosen once:
 * 0 for good, 1 until it vanishes, 2 each third step, 3 never twice in 7 steps.
 */
c_decl {
\#include "table.h"
}

#define NORMAL 0
#define OBSERVE 1
#define HALT 6

short s = 0;   /* number of the state */
byte state = NORMAL;
byte form = 0; /* 0 fused, 1 safe, 2 unfused */
byte before = 0;
byte mode, cure;
byte age = 0;  /* steps since the fault last struck, up to 7 */
bool gone = false;
bool bad = false;

inline choose() {
  if
  :: mode = 0
  :: mode = 1
  :: mode = 2
  :: mode = 3
  fi;
  if
  :: cure = 1
  :: cure = 2
  :: mode != 3 -> cure = 3
  fi
}

/* Whether the fault strikes in this step. */
inline strike() {
  bad = false;
  if
  :: mode == 0 -> bad = true
  :: mode == 1 && !gone -> bad = true
  :: mode == 1 && !gone -> gone = true
  :: mode == 1 && gone -> skip
  :: mode == 2 -> bad = (age >= 2)
  :: mode == 3 && age >= 7 -> bad = true
  :: mode == 3 -> skip
  fi;
  if
  :: bad -> age = 0
  :: !bad && age < 7 -> age++
  :: else -> skip
  fi;
  bad = bad && form < cure
}

active proctype op() {
  choose();
  age = 7;
  do
  :: atomic {
       strike();
       before = form;
       c_code {
         now.s = now.bad ? afterBad[now.s] : afterClean[now.s];
         now.state = stateOf[now.s];
         now.form = formOf[now.s];
       };
       assert(form + 1 >= before); /* never two stages up at once */
       assert(form <= before + 1);
       assert(form <= before || bad); /* lowered by a bad step only */
       assert(mode != 3 || state == NORMAL || state == OBSERVE);
     }
  od
}

/* A persistent fault comes to a form that cures it, or to HALT, ever again. */
ltl cured { [] ((mode == 0) -> <> (form >= cure || state == HALT)) }
/* Where no form helps, HALT: for good. */
ltl halts { [] ((mode == 0 && cure == 3 && before == 2) -> <> [] (state == HALT)) }
/* Once the fault is gone, back to NORMAL: nothing waits for ever. */
ltl recovers { [] (gone -> <> (state == NORMAL || state == HALT)) }
/* An intermittent fault is lowered. */
ltl lowered { [] ((mode == 2 && age == 0) -> <> (form > 0)) }
