# Writes ranks_r.json: Friedman's test and studentized ranges by R itself, of the tables in ranks.json.
#
# Rscript make_ranks.R > ranks_r.json
suppressMessages(library(jsonlite))
tables <- fromJSON("ranks.json", simplifyVector = TRUE)$tables
figures <- function(table) {
  f <- friedman.test(t(table$mae))
  list(chiSquare = unname(f$statistic), p = f$p.value)
}
grid <- expand.grid(q = c(0.5, 1, 2, 3.5, 5), k = c(2, 3, 5, 10))
document <- list(
  versions = list(R = R.version.string),
  tables = lapply(tables, figures),
  # ptukey has nine digits up to ten groups, seven for thirty.
  rangeCDF = unname(Map(function(q, k) c(q, k, ptukey(q, k, Inf)), grid$q, grid$k)))
cat(toJSON(document, auto_unbox = TRUE, digits = NA, pretty = TRUE), "\n")
