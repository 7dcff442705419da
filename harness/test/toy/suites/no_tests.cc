// A suite in which somebody forgot the tests: it must not pass.
