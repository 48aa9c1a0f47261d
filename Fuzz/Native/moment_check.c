#include "moment_check.h"
#include "expect.h"
#include <string.h>
#include <time.h>

hr_moment_form moment_form(unsigned choice) {
  static const struct {
    hr_moment_part part;
    uint8_t pieces[HR_MOMENT_PIECES];
  } forms[] = {
      {HR_MOMENT_BOTH, {0}},
      {HR_MOMENT_TIME, {0}},
      {HR_MOMENT_DATE, {0}},
      {HR_MOMENT_DATE, {HR_PIECE_DAY, '.', HR_PIECE_MONTH, '.', HR_PIECE_YEAR}},
      {HR_MOMENT_TIME, {HR_PIECE_HOUR, ':', HR_PIECE_MINUTE, ' ', HR_PIECE_HALF}},
      {HR_MOMENT_BOTH,
       {HR_PIECE_DAY, '.', HR_PIECE_MONTH, '.', HR_PIECE_YEAR, ' ', HR_PIECE_HOUR, ':', HR_PIECE_MINUTE, ':',
        HR_PIECE_SECOND, HR_PIECE_FRACTION}},
      {HR_MOMENT_BOTH,
       {HR_PIECE_YEAR, HR_PIECE_MONTH, HR_PIECE_DAY, HR_PIECE_HOUR, HR_PIECE_MINUTE, HR_PIECE_SECOND, HR_PIECE_DIGITS,
        3, HR_PIECE_ZONE}},
      {HR_MOMENT_BOTH,
       {HR_PIECE_YEAR, '-', HR_PIECE_DAY_OF_YEAR, 'T', HR_PIECE_HOUR, ':', HR_PIECE_MINUTE, HR_PIECE_ZONE}},
      {HR_MOMENT_DATE, {HR_PIECE_MONTH_NAME, '-', HR_PIECE_DAY, '-', HR_PIECE_YEAR}},
      {HR_MOMENT_ELAPSED, {0}},
  };
  size_t index = choice % (sizeof forms / sizeof *forms);
  hr_moment_form form = {.part = forms[index].part};
  memcpy(form.pieces, forms[index].pieces, sizeof form.pieces);
  return form;
}

int check_moment(const char *text, size_t length, const hr_moment_form *form, int64_t *nanoseconds, int *zones) {
  int64_t found = 0, again = 0;
  int zoned = 0, again_zoned = 0;
  if (!hr_parse_moment(text, length, form, &found, &zoned)) return 0;
  const int64_t second = 1000000000, day = 86400 * second, zone = 15 * 3600 * second;
  if (form->part == HR_MOMENT_TIME) EXPECT(found > -zone && found < day + zone, "%lld", (long long)found);
  int64_t rest = found % second;
  if (form->part == HR_MOMENT_ELAPSED) {
    /* Days, and the time of a day after them, which is never negative. */
    int64_t days = found / day - (found % day < 0), left = found - days * day;
    char text_of[96];
    int used_of = snprintf(text_of, sizeof text_of, "%lld days +%02lld:%02lld:%02lld.%09lld", (long long)days,
                           (long long)(left / second / 3600), (long long)(left / second / 60 % 60),
                           (long long)(left / second % 60), (long long)(left % second));
    EXPECT(hr_parse_moment(text_of, (size_t)used_of, form, &again, &again_zoned) && again == found,
           "%s: %lld, expected %lld", text_of, (long long)again, (long long)found);
    EXPECT(!zoned, "elapsed time with a zone");
    *nanoseconds = found;
    *zones |= 1;
    return 1;
  }
  time_t seconds = (time_t)((found - (rest < 0 ? rest + second : rest)) / second);
  if (rest < 0) rest += second;
  struct tm parts;
  char written[64];
  EXPECT(gmtime_r(&seconds, &parts) != NULL, "no such time");
  size_t used = strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%S", &parts);
  used += (size_t)snprintf(written + used, sizeof written - used, ".%09lldZ", (long long)rest);
  const hr_moment_form iso = {.part = HR_MOMENT_BOTH};
  EXPECT(hr_parse_moment(written, used, &iso, &again, &again_zoned) && again_zoned, "%s is not read", written);
  EXPECT(again == found, "%s: %lld, expected %lld", written, (long long)again, (long long)found);
  *nanoseconds = found;
  *zones |= zoned ? 2 : 1;
  return 1;
}
