# Writes correlation.json: intraclass and concordance correlation and cluster-robust slopes, by R.
#
# Rscript make_correlation.R > correlation.json
suppressMessages({
  library(psych)
  library(epiR)
  library(sandwich)
  library(lmtest)
  library(nlme)
  library(lme4)
  library(jsonlite)
})
set.seed(20261121)

one <- function(reference, estimate, cluster) {
  n <- length(reference)
  icc <- suppressWarnings(suppressMessages(ICC(cbind(reference, estimate), lmer = FALSE)))$results
  # epiR divides by n and this program by n - 1; only the squared difference of the means over the variances is touched by
  # that, so the estimates are moved until epiR's quotient is the one with n - 1.
  moved <- estimate - (mean(estimate) - mean(reference)) * (1 - sqrt((n - 1) / n))
  ccc <- epi.ccc(reference, moved, ci = "z-transform", conf.level = 0.95)$rho.c
  error <- estimate - reference
  k <- length(unique(cluster))
  slope <- function(x) {
    model <- lm(error ~ x)
    v <- vcovCL(model, cluster = cluster, type = "HC1", cadjust = TRUE)
    test <- coeftest(model, vcov = v, df = k - 1)
    limits <- coefci(model, vcov = v, df = k - 1)
    list(slope = test[2, 1], error = test[2, 2], p = test[2, 4], low = limits[2, 1], high = limits[2, 2])
  }
  mid <- (reference + estimate) / 2
  absolute <- abs(residuals(lm(error ~ mid)))
  straight <- lm(error ~ mid)
  spread <- lm(absolute ~ mid)
  ratio <- log(estimate / reference)
  list(
    reference = reference, estimate = estimate, cluster = cluster,
    icc21 = c(icc[2, "ICC"], icc[2, "lower bound"], icc[2, "upper bound"]),
    icc31 = c(icc[3, "ICC"], icc[3, "lower bound"], icc[3, "upper bound"]),
    ccc = c(ccc$est, ccc$lower, ccc$upper),
    onMean = slope(mid), onReference = slope(reference),
    heteroscedastic = list(
      bias = as.numeric(coef(straight)), spread = as.numeric(coef(spread)) * sqrt(pi / 2),
      at60 = as.numeric(predict(straight, data.frame(mid = 60)) +
        c(-1, 1) * qnorm(0.975) * sqrt(pi / 2) * predict(spread, data.frame(mid = 60)))
    ),
    ratio = c(exp(mean(ratio)), exp(mean(ratio) + c(-1, 1) * qnorm(0.975) * sd(ratio)))
  )
}

unequal <- local({
  m <- c(3, 9, 1, 14, 6, 7, 2, 11)
  cluster <- rep(seq_along(m) - 1, m)
  reference <- round(70 + 12 * rnorm(length(m))[cluster + 1] + 8 * rnorm(sum(m)), 1)
  own <- 3 * rnorm(length(m))
  one(reference, round(reference + own[cluster + 1] + 0.05 * (reference - 70) * rnorm(sum(m)) + 2 * rnorm(sum(m)), 1), cluster)
})
single <- local({
  reference <- round(runif(15, 50, 140), 1)
  one(reference, round(0.9 * reference + 6 + 4 * rnorm(15), 1), 0:14)
})
poor <- local({
  reference <- round(75 + 6 * rnorm(12), 1)
  one(reference, round(80 + 7 * rnorm(12), 1), rep(0:5, 2))
})

# Variance components of balanced errors: analysis of variance and REML are the same there where the component is not negative.
balanced <- local({
  cluster <- rep(0:6, each = 9)
  error <- round(2 * rnorm(7)[cluster + 1] + 3 * rnorm(63), 2)
  # A tight criterion: the components are compared to 1e-6.
  free <- lmer(error ~ 1 + (1 | cluster), REML = TRUE, control = lmerControl(optCtrl = list(
    xtol_rel = 1e-12, xtol_abs = 1e-14, ftol_abs = 1e-16, ftol_rel = 1e-15)))
  parts <- as.data.frame(VarCorr(free))$vcov
  linear <- lme(error ~ 1, random = ~ 1 | factor(cluster), control = lmeControl(tolerance = 1e-12, msTol = 1e-14))
  own <- c(as.numeric(getVarCov(linear)), linear$sigma^2)
  table <- anova(aov(error ~ factor(cluster)))
  list(
    error = error, cluster = cluster, lme4 = parts, nlme = own, bias = as.numeric(fixef(free)),
    meanSquares = table[["Mean Sq"]]
  )
})

packages <- c("psych", "epiR", "sandwich", "lmtest", "lme4", "nlme", "jsonlite")
versions <- c(list(R = as.character(getRversion())), sapply(packages, function(p) as.character(packageVersion(p)), simplify = FALSE))
cat(toJSON(list(versions = versions, sets = list(unequal = unequal, single = single, poor = poor), balanced = balanced),
  digits = 17, auto_unbox = TRUE, pretty = TRUE
), "\n")
