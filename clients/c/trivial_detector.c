/* A detector that says 72, for measuring how fast questions and answers travel. */
#include "hreval.h"

static hreval_answer estimate(const hreval_window *window, void *state) {
  (void)window;
  (void)state;
  return hreval_rate(72);
}

int main(void) {
  hreval_detector trivial = {0};
  trivial.name = "trivial";
  trivial.version = "1";
  trivial.estimate = estimate;
  return hreval_serve(&trivial);
}
