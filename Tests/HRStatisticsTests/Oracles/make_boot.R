# Writes boot.json: studentized intervals of the mean of clusters of equal size by R's boot, of sets of studentized.json.
#
# Rscript make_boot.R > boot.json
suppressMessages({library(boot); library(jsonlite)})
set.seed(7)
sets <- fromJSON("studentized.json", simplifyVector = FALSE)$sets
figure <- function(means) {
  statistic <- function(data, index) {
    drawn <- data[index]
    c(mean(drawn), var(drawn) / length(drawn))
  }
  drawn <- boot(means, statistic, R = 100000)
  ends <- boot.ci(drawn, type = "stud")
  list(figure = drawn$t0[1], studentized = ends$student[4:5])
}
out <- lapply(sets["twelveEqual"], function(set) {
  clusters <- lapply(set$clusters, unlist)
  list(bias = figure(sapply(clusters, mean)))
})
cat(toJSON(list(
  versions = list(R = as.character(getRversion()), boot = as.character(packageVersion("boot"))), sets = out),
  digits = NA, auto_unbox = TRUE, pretty = TRUE), "\n")
