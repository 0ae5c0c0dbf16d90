/**
 * A typical action of an author: its review must name all its abilities, and its program must not be refused
 * anything.
 */
export interface Ordinary {
  readonly name: string;
  /** Import paths besides the SDK's, separated by spaces. */
  readonly imports: string;
  /** Body of its Run. */
  readonly body: string;
  /** Code after Run. */
  readonly more?: string;
  /** First Go version that supports the source; absent for any. */
  readonly since?: string;
}

/** Returns the complete entry. */
export function ordinarySource({ imports, body, more = "" }: Ordinary): string {
  const lines = ["kedge", ...imports.split(" ").filter((path) => path !== "")].map((path) => `\t"${path}"\n`);
  return `package action\n\nimport (\n${
    lines.join("")
  })\n\nfunc Run(k *kedge.Ctx) error {\n${body}\n}\n${more}`;
}

export const ORDINARY: readonly Ordinary[] = [
  {
    name: "JSON of any shape, sorted",
    imports: "encoding/json fmt sort strings",
    body: `var all []map[string]interface{}
	if err := json.NewDecoder(strings.NewReader("[{\\"a\\":1}]")).Decode(&all); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	sort.Slice(all, func(i, j int) bool { return fmt.Sprint(all[i]) < fmt.Sprint(all[j]) })
	text, err := json.MarshalIndent(all, "", "  ")
	k.Log(string(text))
	return err`,
  },
  {
    name: "values that write and read themselves as JSON",
    imports: "encoding encoding/json fmt time",
    body: `out, err := json.Marshal(map[level]stamp{1: {time.Now()}})
	var _ encoding.TextMarshaler = level(1)
	k.Log(string(out), fmt.Sprintf("%v %+v %#v", level(2), stamp{}, stamp{}))
	return err`,
    more: `
type level int

func (l level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }
func (l level) String() string               { return fmt.Sprintf("level %d", int(l)) }

type stamp struct{ time.Time }

func (s stamp) MarshalJSON() ([]byte, error) { return json.Marshal(s.Format(time.RFC3339)) }
`,
  },
  {
    name: "a text template with functions and methods",
    imports: "bytes strings text/template time",
    body: `made := template.Must(template.New("x").Funcs(template.FuncMap{"up": strings.ToUpper}).
		Parse("{{range .Rows}}{{up .Name}} {{.Since}} {{.At.Format \\"15:04\\"}}{{end}}"))
	var out bytes.Buffer
	err := made.Execute(&out, map[string]any{"Rows": []row{{"a", time.Now()}}})
	k.Log(out.String())
	return err`,
    more: `
type row struct {
	Name string
	At   time.Time
}

func (r row) Since() time.Duration { return time.Since(r.At) }
`,
  },
  {
    name: "a page as a report",
    imports: "bytes html/template net net/url strconv",
    body: `var page bytes.Buffer
	to, err := url.Parse("https://example.com/?q=" + url.QueryEscape("a b"))
	if err != nil {
		return err
	}
	err = template.Must(template.New("r").Parse("<a href='{{.To}}'>{{.IP}} {{.N}}</a>")).
		Execute(&page, map[string]any{"To": to, "IP": net.ParseIP("10.0.0.1"), "N": strconv.Itoa(3)})
	if err != nil {
		return err
	}
	return k.ShowHTML(kedge.HTMLReport{Title: "Report", HTML: page.String()})`,
  },
  {
    name: "templates beside networks and files of its own",
    imports: "io/fs net net/netip testing/fstest text/template os",
    body: `_, network, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		return err
	}
	files := fstest.MapFS{"a.txt": {Data: []byte("{{.}}")}}
	text, err := fs.ReadFile(files, "a.txt")
	if err != nil {
		return err
	}
	var errs []error
	if _, ok := err.(*net.OpError); ok {
		errs = append(errs, err)
	}
	return template.Must(template.New("x").Parse(string(text))).
		Execute(os.Stdout, map[string]any{"n": network, "a": netip.MustParseAddr("::1"), "e": errs})`,
  },
  {
    name: "times, zones and durations",
    imports: "fmt time",
    body: `at, err := time.ParseInLocation(time.RFC1123, "Mon, 02 Jan 2006 15:04:05 MST", time.Local)
	if err != nil {
		return err
	}
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	select {
	case <-ticker.C:
	case <-k.Context().Done():
		return k.Context().Err()
	}
	k.Log(fmt.Sprint(at.Local(), at.Weekday(), time.Until(at).Round(time.Second), time.Now().UTC()))
	return nil`,
  },
  {
    name: "a zone by its name",
    imports: "time",
    body: `zone, err := time.LoadLocation("America/New_York")
	if err == nil {
		k.Log(time.Now().In(zone).String())
	}
	return err`,
  },
  {
    name: "numbers that are large, by chance and in columns",
    imports: "fmt math math/big math/rand os text/tabwriter time",
    body: `rand.Seed(time.Now().UnixNano())
	w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%v\\t%v\\n", new(big.Int).Exp(big.NewInt(3), big.NewInt(rand.Int63n(99)), nil), math.Sqrt(2))
	return w.Flush()`,
  },
  {
    name: "tables of text",
    imports: "bufio encoding/csv errors io os strings unicode",
    body: `rows, err := csv.NewReader(strings.NewReader("a,b\\n1,2")).ReadAll()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	out := csv.NewWriter(os.Stdout)
	defer out.Flush()
	lines := bufio.NewScanner(strings.NewReader("x y\\nz"))
	for lines.Scan() {
		rows = append(rows, strings.FieldsFunc(lines.Text(), unicode.IsSpace))
	}
	return out.WriteAll(rows)`,
  },
  {
    name: "packed and encoded data",
    imports: "archive/zip bytes compress/gzip encoding/base64 encoding/hex encoding/xml io",
    body: `var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.WriteString(w, base64.StdEncoding.EncodeToString([]byte("x")))
	w.Close()
	z := zip.NewWriter(io.Discard)
	f, _ := z.Create("a")
	io.Copy(f, &packed)
	z.Close()
	text, err := xml.Marshal(struct{ A string }{hex.EncodeToString(packed.Bytes())})
	k.Log(string(text))
	return err`,
  },
  {
    name: "sums, signatures and what is by chance",
    imports:
      "crypto/ecdsa crypto/elliptic crypto/hmac crypto/md5 crypto/rand crypto/sha1 crypto/sha256 crypto/sha512 fmt hash",
    body: `key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	for _, make := range []func() hash.Hash{md5.New, sha1.New, sha256.New, sha512.New} {
		mac := hmac.New(make, []byte("k"))
		mac.Write([]byte("text"))
		k.Log(fmt.Sprintf("%x", mac.Sum(nil)))
	}
	sum := sha256.Sum256([]byte("x"))
	signed, err := ecdsa.SignASN1(rand.Reader, key, sum[:])
	k.Log(len(signed))
	return err`,
  },
  {
    name: "keys and certificates in PEM",
    imports: "crypto/rand crypto/rsa crypto/x509 encoding/pem",
    body: `key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	k.Log(string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
	_, err = x509.ParseCertificate(nil)
	return err`,
  },
  {
    name: "an own error, wrapped and found again",
    imports: "errors fmt os",
    body: `err := fmt.Errorf("step 2: %w", &problem{os.ErrNotExist})
	var own *problem
	if errors.As(err, &own) && errors.Is(err, os.ErrNotExist) {
		return k.Alert(own.Error())
	}
	return err`,
    more: `
type problem struct{ cause error }

func (p *problem) Error() string { return "problem: " + p.cause.Error() }
func (p *problem) Unwrap() error { return p.cause }
`,
  },
  {
    name: "work at once with an end",
    imports: "context fmt sync sync/atomic time",
    body: `ctx, cancel := context.WithTimeout(k.Context(), time.Second)
	defer cancel()
	var all sync.WaitGroup
	var count int64
	once := sync.Once{}
	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			once.Do(func() { k.Log("begun") })
			if ctx.Err() == nil {
				atomic.AddInt64(&count, 1)
			}
		}()
	}
	all.Wait()
	k.Log(fmt.Sprint(count))
	return nil`,
  },
  {
    name: "readers and writers behind interfaces",
    imports: "bufio bytes fmt io strings",
    body: `var text strings.Builder
	var both io.ReadWriteCloser = pipe{strings.NewReader("abc"), &text}
	defer both.Close()
	left, right := io.Pipe()
	go func() { defer right.Close(); io.Copy(io.MultiWriter(right, io.Discard), io.LimitReader(both, 2)) }()
	var seek io.ReadSeeker = bytes.NewReader([]byte("x"))
	if _, err := seek.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	out, err := io.ReadAll(bufio.NewReader(left))
	fmt.Fprintln(both, string(out))
	return err`,
    more: `
type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }
`,
  },
  {
    name: "logs with levels",
    imports: "log log/slog os time",
    since: "1.21",
    body: `log.SetFlags(log.Lshortfile | log.LUTC)
	log.Println("x")
	out := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, Level: slog.LevelDebug}))
	out.With("at", time.Now()).WithGroup("g").Info("x", slog.Any("y", []int{1}))
	slog.SetDefault(out)
	return nil`,
  },
  {
    name: "lists with type parameters",
    imports: "cmp fmt maps slices strings",
    since: "1.23",
    body: `counts := map[string]int{}
	for _, word := range strings.Fields("a b a") {
		counts[word]++
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Compare(counts[a], counts[b]) })
	for i, name := range slices.Backward(names) {
		k.Log(fmt.Sprint(i, name))
	}
	return nil`,
  },
  {
    name: "an own list with type parameters",
    imports: "fmt sort",
    body: `k.Log(fmt.Sprint(keys(map[string]bool{"b": true, "a": true}), largest([]float64{1, 3, 2})))
	return nil`,
    more: `
func keys[K interface{ ~string }, V any](m map[K]V) []string {
	var all []string
	for one := range m {
		all = append(all, string(one))
	}
	sort.Strings(all)
	return all
}

func largest[T interface{ ~int | ~float64 }](all []T) (most T) {
	for _, one := range all {
		if one > most {
			most = one
		}
	}
	return most
}
`,
  },
  {
    name: "patterns and addresses of mail",
    imports: "mime net/mail net/url path regexp strings",
    body: `to, err := mail.ParseAddress("A <a@example.com>")
	if err != nil {
		return err
	}
	u := url.URL{Scheme: "https", Host: "example.com", Path: path.Join("/", "a"), RawQuery: url.Values{"q": {"1"}}.Encode()}
	kind, _, err := mime.ParseMediaType("text/html; charset=utf-8")
	k.Log(regexp.MustCompile("(?i)a+").ReplaceAllStringFunc(u.String(), strings.ToUpper), to.Name, kind)
	return err`,
  },
  {
    name: "pictures",
    imports: "bytes encoding/base64 image image/color image/jpeg image/png",
    body: `picture := image.NewRGBA(image.Rect(0, 0, 4, 4))
	picture.Set(1, 1, color.RGBA{255, 0, 0, 255})
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		return err
	}
	_, kind, err := image.Decode(bytes.NewReader(out.Bytes()))
	jpeg.Encode(&out, picture, nil)
	k.Log(kind, base64.StdEncoding.EncodeToString(out.Bytes()))
	return err`,
  },
  {
    name: "a web client with JSON",
    imports: "encoding/json fmt net/http strings time",
    body: `client := &http.Client{Timeout: 5 * time.Second}
	request, err := http.NewRequestWithContext(k.Context(), "POST", "http://127.0.0.1:1", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var all any
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", response.Status)
	}
	return json.NewDecoder(response.Body).Decode(&all)`,
  },
  {
    name: "the SDK's web client beside a template",
    imports: "io os text/template",
    body: `response, err := k.HTTP().Get("http://127.0.0.1:1")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	return template.Must(template.New("x").Parse("{{.}}")).Execute(os.Stdout, string(text))`,
  },
  {
    name: "a web server of its own, tried",
    imports: "fmt io net/http net/http/httptest net/http/cookiejar net/url",
    body: `server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		fmt.Fprint(w, r.URL.Path)
	}))
	defer server.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Jar: jar}).PostForm(server.URL, url.Values{"a": {"b"}})
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err`,
  },
  {
    name: "names of hosts and ports",
    imports: "fmt net time crypto/tls",
    body: `names, err := net.DefaultResolver.LookupHost(k.Context(), "localhost")
	if err != nil {
		return err
	}
	for _, name := range names {
		connection, err := net.DialTimeout("tcp", net.JoinHostPort(name, "1"), time.Second)
		if err == nil {
			tls.Client(connection, &tls.Config{ServerName: name}).Close()
		}
		k.Log(fmt.Sprint(err))
	}
	return nil`,
  },
  {
    name: "files, read and written",
    imports: "bufio fmt io/fs os path/filepath strings",
    body: `folder, err := os.MkdirTemp("", "x")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file, err := os.Create(filepath.Join(folder, "a.txt"))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, "x")
	w.Flush()
	file.Close()
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".txt") {
			return err
		}
		text, err := os.ReadFile(path)
		k.Log(string(text))
		return err
	})`,
  },
  {
    name: "the program's folder and its own files",
    imports: "fmt os path/filepath",
    body: `at, err := os.Getwd()
	if err != nil {
		return err
	}
	k.Log(fmt.Sprint(filepath.Base(at), filepath.Join(os.TempDir(), "x"), os.Getpid(), os.Args[0]))
	if len(os.Args) > 9 {
		os.Exit(1)
	}
	return nil`,
  },
  {
    name: "another program and its output",
    imports: "bytes errors os os/exec strings",
    body: `var out bytes.Buffer
	command := exec.CommandContext(k.Context(), "git", "status", "--short")
	command.Stdout, command.Stderr, command.Env = &out, os.Stderr, append(os.Environ(), "LC_ALL=C")
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		k.Log(exit.ExitCode(), strings.TrimSpace(out.String()))
		return nil
	}
	return err`,
  },
  {
    name: "settings, user and machine",
    imports: "flag fmt os os/user runtime",
    body: `who, err := user.Current()
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	home, _ := os.UserHomeDir()
	k.Log(fmt.Sprint(who.Username, host, home, os.Getenv("LANG"), runtime.GOOS, runtime.NumCPU(), flag.NArg()))
	return nil`,
  },
  {
    name: "code of Go, read and formatted",
    imports: "go/ast go/format go/parser go/token fmt",
    body: `at, err := parser.ParseExpr("1+2")
	if err != nil {
		return err
	}
	ast.Inspect(at, func(ast.Node) bool { return true })
	text, err := format.Source([]byte("package x\\nvar  y=1"))
	k.Log(string(text), fmt.Sprint(token.NewFileSet() != nil))
	return err`,
  },
  {
    name: "SQL types and a database's driver",
    imports: "database/sql database/sql/driver fmt",
    body: `var name sql.NullString
	if err := name.Scan([]byte("x")); err != nil {
		return err
	}
	var value driver.Valuer = name
	got, err := value.Value()
	_, open := sql.Open("none", "")
	k.Log(fmt.Sprint(got, open))
	return err`,
  },
  {
    name: "binary data and what Go writes itself",
    imports: "bytes encoding/binary encoding/gob hash/crc32 math/bits",
    body: `var out bytes.Buffer
	if err := binary.Write(&out, binary.BigEndian, struct{ A uint16 }{7}); err != nil {
		return err
	}
	k.Log(crc32.ChecksumIEEE(out.Bytes()), bits.OnesCount(7))
	return gob.NewEncoder(&out).Encode(map[string]int{"a": 1})`,
  },
];
