# Writes boot.json: studentized and BCa intervals of the cluster bootstrap by R's boot, of the sets of studentized.json.
#
# Rscript make_boot.R > boot.json
suppressMessages({library(boot); library(jsonlite)})
set.seed(7)
sets <- fromJSON("studentized.json", simplifyVector = FALSE)$sets
figure <- function(tops, counts) {
  statistic <- function(data, index) {
    drawn <- data[index, ]
    k <- nrow(drawn)
    theta <- sum(drawn$top) / sum(drawn$count)
    rest <- drawn$top - theta * drawn$count
    c(theta, k / (k - 1) * sum(rest^2) / sum(drawn$count)^2)
  }
  drawn <- boot(data.frame(top = tops, count = counts), statistic, R = 100000)
  ends <- boot.ci(drawn, type = c("stud", "bca"))
  list(figure = drawn$t0[1], studentized = ends$student[4:5], bca = ends$bca[4:5])
}
out <- lapply(sets[c("twelve", "thirty")], function(set) {
  clusters <- lapply(set$clusters, unlist)
  counts <- sapply(clusters, length)
  list(bias = figure(sapply(clusters, sum), counts),
       mae = figure(sapply(clusters, function(x) sum(abs(x))), counts))
})
cat(toJSON(list(
  versions = list(R = as.character(getRversion()), boot = as.character(packageVersion("boot"))), sets = out),
  digits = NA, auto_unbox = TRUE, pretty = TRUE), "\n")
