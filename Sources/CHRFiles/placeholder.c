#include "CHRFiles.h"
