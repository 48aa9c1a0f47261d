/* Dates and times of day as texts write them. Neither the locale nor the time zone of the machine has a say. */
#include "CHRFiles.h"
#include <string.h>
#include <strings.h>

enum { FIRST_YEAR = 1930, LAST_YEAR = 2199, MOST_ZONE_HOURS = 14 };

typedef struct cursor {
  const char *p, *end;
} cursor;

typedef struct fields {
  int year, month, day, day_of_year; /* either month and day, or the day of the year */
  int hour, minute, second, nanoseconds;
  int half; /* 1: before noon, 2: after */
  int zoned, zone_minutes;
} fields;

static int is_digit(char byte) { return (unsigned)(byte - '0') < 10; }

/* So many digits, no fewer and no more than stand there up to `most`. */
static int number(cursor *c, int least, int most, int *value) {
  int count = 0;
  *value = 0;
  while (count < most && c->p < c->end && is_digit(*c->p)) {
    *value = *value * 10 + (*c->p++ - '0');
    count++;
  }
  return count >= least;
}

static int take(cursor *c, char byte) {
  if (c->p == c->end || *c->p != byte) return 0;
  c->p++;
  return 1;
}

static void skip_blanks(cursor *c) {
  while (c->p < c->end && (*c->p == ' ' || *c->p == '\t')) c->p++;
}

/* Digits after a mark; those past the ninth count for nothing. */
static int fraction(cursor *c, int *nanoseconds) {
  int unit = 100000000, count = 0;
  *nanoseconds = 0;
  for (; c->p < c->end && is_digit(*c->p); c->p++, count++, unit /= 10) *nanoseconds += (*c->p - '0') * unit;
  return count > 0;
}

static int word(cursor *c, const char *text) {
  size_t length = strlen(text);
  if ((size_t)(c->end - c->p) < length || strncasecmp(c->p, text, length) != 0) return 0;
  c->p += length;
  return 1;
}

static int zone(cursor *c, fields *f) {
  f->zoned = 1;
  if (word(c, "UTC") || word(c, "GMT") || word(c, "Z")) return 1;
  int sign = take(c, '+') ? 1 : take(c, '-') ? -1 : 0, hours = 0, minutes = 0;
  if (sign == 0 || !number(c, 2, 2, &hours) || hours > MOST_ZONE_HOURS) return 0;
  if (c->p < c->end && (take(c, ':') || is_digit(*c->p)) && (!number(c, 2, 2, &minutes) || minutes > 59)) return 0;
  f->zone_minutes = sign * (hours * 60 + minutes);
  return 1;
}

static int month_name(cursor *c, int *month) {
  static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (*month = 1; *month <= 12; ++*month)
    if (word(c, names[*month - 1])) return 1;
  return 0;
}

/* 2016-11-24, 2016/11/24, 20161124; by the day of the year 2016-329, 2016329. */
static int iso_date(cursor *c, fields *f) {
  if (!number(c, 4, 4, &f->year)) return 0;
  char mark = c->p < c->end && (*c->p == '-' || *c->p == '/') ? *c->p++ : 0;
  const char *digits = c->p;
  while (digits < c->end && is_digit(*digits)) digits++;
  if (digits - c->p == 3 && mark != '/') return number(c, 3, 3, &f->day_of_year);
  if (!number(c, 2, 2, &f->month) || (mark != 0 && !take(c, mark))) return 0;
  return number(c, 2, 2, &f->day);
}

/* 13:58, 13:58:58, 13:58:58.081, 135858.081 */
static int iso_time(cursor *c, fields *f) {
  if (!number(c, 1, 2, &f->hour)) return 0;
  int colons = take(c, ':');
  if (!colons && (c->p == c->end || c->p[-1] == ':')) return 0;
  if (!number(c, 2, 2, &f->minute)) return 0;
  int has_seconds = colons ? take(c, ':') : c->p < c->end && is_digit(*c->p);
  if (!has_seconds) return 1;
  if (!number(c, 2, 2, &f->second)) return 0;
  return !(take(c, '.') || take(c, ',')) || fraction(c, &f->nanoseconds);
}

static int by_iso(cursor *c, hr_moment_part part, fields *f) {
  if (part & HR_MOMENT_DATE && !iso_date(c, f)) return 0;
  if (part == HR_MOMENT_BOTH) {
    const char *before = c->p;
    if (!word(c, "T")) skip_blanks(c);
    if (c->p == before) return 0;
  }
  if (part & HR_MOMENT_TIME) {
    if (!iso_time(c, f)) return 0;
    skip_blanks(c);
    if (c->p < c->end && !zone(c, f)) return 0;
  }
  return 1;
}

static int is_number(uint8_t piece) {
  return piece == HR_PIECE_YEAR || piece == HR_PIECE_MONTH || piece == HR_PIECE_DAY || piece == HR_PIECE_DAY_OF_YEAR ||
         piece == HR_PIECE_HOUR || piece == HR_PIECE_MINUTE || piece == HR_PIECE_SECOND || piece == HR_PIECE_DIGITS;
}

static int by_pieces(cursor *c, const uint8_t *pieces, fields *f) {
  uint8_t before = 0;
  for (size_t i = 0; i < HR_MOMENT_PIECES && pieces[i] != 0; before = pieces[i++]) {
    /* Where two numbers stand beside each other, only their widths part them. */
    uint8_t next = i + 1 < HR_MOMENT_PIECES ? pieces[i + 1] : 0;
    int least = is_number(before) || is_number(next) ? 2 : 1, good;
    switch (pieces[i]) {
    case HR_PIECE_YEAR: good = number(c, 4, 4, &f->year); break;
    case HR_PIECE_MONTH: good = number(c, least, 2, &f->month); break;
    case HR_PIECE_MONTH_NAME: good = month_name(c, &f->month); break;
    case HR_PIECE_DAY: good = number(c, least, 2, &f->day); break;
    case HR_PIECE_DAY_OF_YEAR: good = number(c, least == 2 ? 3 : 1, 3, &f->day_of_year); break;
    case HR_PIECE_HOUR: good = number(c, least, 2, &f->hour); break;
    case HR_PIECE_MINUTE: good = number(c, least, 2, &f->minute); break;
    case HR_PIECE_SECOND: good = number(c, least, 2, &f->second); break;
    case HR_PIECE_FRACTION: /* with its mark before it, or nothing at all */
      good = !(take(c, '.') || take(c, ',')) || fraction(c, &f->nanoseconds);
      break;
    case HR_PIECE_DIGITS: { /* of a fraction, as many as the next byte says */
      size_t count = next;
      cursor some = {c->p, c->p + count};
      good = count > 0 && (size_t)(c->end - c->p) >= count && fraction(&some, &f->nanoseconds) && some.p == some.end;
      if (good) c->p = some.end;
      i++;
      break;
    }
    case HR_PIECE_HALF: f->half = word(c, "AM") ? 1 : word(c, "PM") ? 2 : 0; good = f->half > 0; break;
    case HR_PIECE_ZONE: good = zone(c, f); break;
    default: good = take(c, (char)pieces[i]);
    }
    if (!good) return 0;
  }
  return 1;
}

static int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days from 1970 to the date; 0 where there is no such date. */
static int days_since_1970(const fields *f, int64_t *days) {
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (f->year < FIRST_YEAR || f->year > LAST_YEAR) return 0;
  int day = f->day_of_year;
  if (day == 0) {
    if (f->month < 1 || f->month > 12) return 0;
    int length = lengths[f->month - 1] + (f->month == 2 && is_leap(f->year));
    if (f->day < 1 || f->day > length) return 0;
    day = f->day + (f->month > 2 && is_leap(f->year));
    for (int month = 1; month < f->month; month++) day += lengths[month - 1];
  }
  if (day < 1 || day > 365 + is_leap(f->year)) return 0;
  const int64_t years = f->year - 1, before_1970 = 719162;
  *days = years * 365 + years / 4 - years / 100 + years / 400 - before_1970 + day - 1;
  return 1;
}

static const int64_t per_second = 1000000000;

/* The rest of a duration with a unit, as MATLAB writes it: 0.04 sec. `nanoseconds` are those of so many seconds. */
static int in_unit(cursor *c, int64_t *nanoseconds) {
  static const struct {
    const char *word;
    int64_t seconds;
  } units[] = {{"sec", 1}, {"s", 1}, {"min", 60}, {"hr", 3600}, {"days", 86400}, {"day", 86400}};
  skip_blanks(c);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (word(c, units[i].word)) return !__builtin_mul_overflow(*nanoseconds, units[i].seconds, nanoseconds);
  return 0;
}

/* 75:12.5 (minutes and seconds), 1:02:03.25, 0 days 00:00:01.25, -1 day, 23:59:59, 0.04 sec; single quotes around it
   count for nothing. A sign before days is that of the days alone, another that of the whole. */
static int elapsed(cursor *c, int64_t *nanoseconds) {
  if (c->end - c->p > 2 && *c->p == '\'' && c->end[-1] == '\'') {
    c->p++;
    c->end--;
    skip_blanks(c);
  }
  int negative = take(c, '-'), first = 0, second = 0, third = 0, rest = 0;
  int64_t days = 0;
  if (!number(c, 1, 8, &first)) return 0;
  const char *after = c->p;
  skip_blanks(c);
  if (word(c, "days") || word(c, "day")) {
    days = negative ? -first : first;
    negative = first = 0;
    take(c, ',');
    skip_blanks(c);
    if (days >= 100000 || days <= -100000) return 0;
    if (c->p == c->end) {
      *nanoseconds = days * 86400 * per_second;
      return 1;
    }
    take(c, '+');
    if (!number(c, 1, 2, &first)) return 0;
    after = c->p;
  }
  c->p = after;
  if (!take(c, ':')) {
    if (days != 0 || ((take(c, '.') || take(c, ',')) && !fraction(c, &rest))) return 0;
    *nanoseconds = first * per_second + rest;
    if (!in_unit(c, nanoseconds)) return 0;
  } else {
    if (!number(c, 2, 2, &second) || second > 59) return 0;
    int has_hours = take(c, ':');
    if (has_hours && (!number(c, 2, 2, &third) || third > 59)) return 0;
    if ((take(c, '.') || take(c, ',')) && !fraction(c, &rest)) return 0;
    int64_t seconds = has_hours ? first * INT64_C(3600) + second * 60 + third : first * INT64_C(60) + second;
    if (seconds > INT64_C(100000) * 86400) return 0;
    *nanoseconds = (days * 86400 + seconds) * per_second + rest;
  }
  if (negative) *nanoseconds = -*nanoseconds;
  return 1;
}

int hr_parse_moment(const char *text, size_t length, const hr_moment_form *form, int64_t *nanoseconds, int *zoned) {
  cursor c = {text, text + length};
  fields f = {0};
  while (c.end > c.p && (c.end[-1] == ' ' || c.end[-1] == '\t')) c.end--;
  skip_blanks(&c);
  if (form->part == HR_MOMENT_ELAPSED) {
    int64_t found = 0;
    if (!elapsed(&c, &found) || c.p != c.end) return 0;
    *nanoseconds = found;
    *zoned = 0;
    return 1;
  }
  if (!(form->pieces[0] == 0 ? by_iso(&c, form->part, &f) : by_pieces(&c, form->pieces, &f)) || c.p != c.end) return 0;
  int64_t days = 0;
  if (form->part & HR_MOMENT_DATE && !days_since_1970(&f, &days)) return 0;
  if (f.half > 0) {
    if (f.hour < 1 || f.hour > 12) return 0;
    f.hour = f.hour % 12 + (f.half == 2 ? 12 : 0);
  }
  if (f.hour > 23 || f.minute > 59 || f.second > 59) return 0;
  int64_t seconds = ((days * 24 + f.hour) * 60 + f.minute - f.zone_minutes) * 60 + f.second;
  *nanoseconds = seconds * per_second + f.nanoseconds;
  *zoned = f.zoned;
  return 1;
}
