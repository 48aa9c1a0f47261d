# Writes ranks_r.json: Friedman's test, its F form and studentized ranges by R itself, of the tables in ranks.json.
#
# Rscript make_ranks.R > ranks_r.json
suppressMessages(library(jsonlite))
tables <- fromJSON("ranks.json", simplifyVector = TRUE)$tables
figures <- function(table) {
  f <- friedman.test(t(table$mae))
  out <- list(chiSquare = unname(f$statistic), p = f$p.value)
  # Iman and Davenport's F is that of a two-way analysis of variance of the ranks.
  ranks <- apply(table$mae, 2, rank)
  a <- suppressWarnings(
    anova(lm(as.vector(ranks) ~ factor(as.vector(row(ranks))) + factor(as.vector(col(ranks))))))
  if (a$`Sum Sq`[3] > 1e-9) out$imanDavenport <- c(a$`F value`[1], a$Df[1], a$Df[3], a$`Pr(>F)`[1])
  out
}
grid <- expand.grid(q = c(0.5, 1, 2, 3.5, 5), k = c(2, 3, 5, 10))
document <- list(
  versions = list(R = R.version.string),
  tables = lapply(tables, figures),
  # ptukey has nine digits up to ten groups, seven for thirty.
  rangeCDF = unname(Map(function(q, k) c(q, k, ptukey(q, k, Inf)), grid$q, grid$k)))
cat(toJSON(document, auto_unbox = TRUE, digits = NA, pretty = TRUE), "\n")
