#include "CHRFiles.h"
#include <csv.h>
#include <hdf5.h>
#include <stdio.h>
#include <zlib.h>
#ifdef HR_MAT
#include <matio.h>
#endif
#ifdef HR_FLAC
#include <FLAC/format.h>
#endif

const char *hr_libraries(void) {
  static char text[200];
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  int length = snprintf(text, sizeof text, "HDF5 %u.%u.%u, libcsv %d.%d, zlib %s", major, minor, release, CSV_MAJOR,
                        CSV_MINOR, zlibVersion());
#ifdef HR_MAT
  int parts[3] = {0, 0, 0};
  Mat_GetLibraryVersion(&parts[0], &parts[1], &parts[2]);
  length += snprintf(text + length, sizeof text - (size_t)length, ", libmatio %d.%d.%d", parts[0], parts[1], parts[2]);
#endif
#ifdef HR_FLAC
  length += snprintf(text + length, sizeof text - (size_t)length, ", libFLAC %s", FLAC__VERSION_STRING);
#endif
  (void)length;
  return text;
}
