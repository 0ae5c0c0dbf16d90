module kedge

go 1.19
