# Writes difference_r.json: exact signed-rank p values with ties and zeros, and sign flips, of the sets in difference.json.
#
# Rscript make_difference.R > difference_r.json
suppressMessages({
  library(jsonlite); library(exactRankTests); library(coin)
})
sets <- fromJSON("difference.json", simplifyVector = FALSE)$sets
figures <- function(set) {
  x <- unlist(set$values)
  out <- list()
  if (any(x != 0) && sum(x != 0) <= 25 && length(x) > 1) {
    out$exactRankTests <- wilcox.exact(x, exact = TRUE)$p.value
    y <- rep(0, length(x))
    out$coin <- as.numeric(pvalue(wilcoxsign_test(x ~ y, distribution = "exact", zero.method = "Wilcoxon")))
  }
  if (any(x != 0) && sum(x != 0) > 25) {
    y <- rep(0, length(x))
    out$coinNormal <- as.numeric(pvalue(wilcoxsign_test(x ~ y, zero.method = "Wilcoxon")))
    out$stats <- wilcox.test(x[x != 0], exact = FALSE, correct = FALSE)$p.value
  }
  # The t test and Holm once more, by R itself.
  if (length(x) > 1 && length(unique(x)) > 1) out$t <- t.test(x)$p.value
  if (length(out) == 0) return(setNames(list(), character(0)))
  out
}
document <- list(
  versions = list(
    R = R.version.string, exactRankTests = as.character(packageVersion("exactRankTests")),
    coin = as.character(packageVersion("coin"))),
  sets = lapply(sets, figures))
cat(toJSON(document, auto_unbox = TRUE, digits = NA, pretty = TRUE), "\n")
