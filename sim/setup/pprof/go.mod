module tally/readers

go 1.19

require github.com/google/pprof v0.0.0-20230926050212-f7f687d19a98

require (
	github.com/chzyer/readline v1.5.1 // indirect
	github.com/ianlancetaylor/demangle v0.0.0-20230524184225-eabc099b10ab // indirect
	golang.org/x/sys v0.6.0 // indirect
)
