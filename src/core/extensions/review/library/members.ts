import type { MemberTable } from "./table.ts";

/**
 * Packages in which some exported names can do more than others: each name once, under its capabilities.
 * "nothing" means that the name only computes. Types are listed under the capability of their package's
 * functions that return them, because a value can do only what the function that made it could do. Methods
 * that can do more by themselves are in `methods.ts`.
 */
export const MEMBERS: MemberTable = {
  "archive/zip": {
    "read": "OpenReader",
    "nothing": `
      Compressor Decompressor Deflate ErrAlgorithm ErrChecksum ErrFormat ErrInsecurePath File FileHeader
      FileInfoHeader NewReader NewWriter ReadCloser Reader RegisterCompressor RegisterDecompressor Store
      Writer`,
  },
  "crypto/tls": {
    "network": `
      CertificateRequestInfo CertificateVerificationError Client ClientAuthType ClientHelloInfo
      ClientSessionCache ClientSessionState Conn CurveP256 CurveP384 CurveP521 Dial DialWithDialer
      Dialer ECDSAWithP256AndSHA256 ECDSAWithP384AndSHA384 ECDSAWithP521AndSHA512 ECDSAWithSHA1
      ECHRejectionError Ed25519 EncryptedClientHelloKey Listen NewLRUClientSessionCache NewListener
      NewResumptionState NoClientCert PKCS1WithSHA1 PKCS1WithSHA256 PKCS1WithSHA384 PKCS1WithSHA512
      PSSWithSHA256 PSSWithSHA384 PSSWithSHA512 ParseSessionState QUICClient QUICConfig QUICConn
      QUICEncryptionLevel QUICEncryptionLevelApplication QUICEncryptionLevelEarly
      QUICEncryptionLevelHandshake QUICEncryptionLevelInitial QUICErrorEvent QUICEvent QUICEventKind
      QUICHandshakeDone QUICNoEvent QUICRejectedEarlyData QUICResumeSession QUICServer
      QUICSessionTicketOptions QUICSetReadSecret QUICSetWriteSecret QUICStoreSession
      QUICTransportParameters QUICTransportParametersRequired QUICWriteData RenegotiateFreelyAsClient
      RenegotiateNever RenegotiateOnceAsClient RenegotiationSupport RequestClientCert
      RequireAndVerifyClientCert RequireAnyClientCert SecP256r1MLKEM768 SecP384r1MLKEM1024 Server
      SessionState TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384 TLS_CHACHA20_POLY1305_SHA256
      TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256
      TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA
      TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384 TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305
      TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256 TLS_ECDHE_ECDSA_WITH_RC4_128_SHA
      TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA
      TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
      TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
      TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305 TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
      TLS_ECDHE_RSA_WITH_RC4_128_SHA TLS_FALLBACK_SCSV TLS_RSA_WITH_3DES_EDE_CBC_SHA
      TLS_RSA_WITH_AES_128_CBC_SHA TLS_RSA_WITH_AES_128_CBC_SHA256 TLS_RSA_WITH_AES_128_GCM_SHA256
      TLS_RSA_WITH_AES_256_CBC_SHA TLS_RSA_WITH_AES_256_GCM_SHA384 TLS_RSA_WITH_RC4_128_SHA
      VerifyClientCertIfGiven VersionSSL30 VersionTLS10 VersionTLS11 VersionTLS12 VersionTLS13 X25519
      X25519MLKEM768`,
    "read": "LoadX509KeyPair",
    "nothing": `
      CipherSuiteName CipherSuites InsecureCipherSuites VersionName X509KeyPair Certificate Config
      CurveID SignatureScheme ConnectionState CipherSuite RecordHeaderError AlertError`,
  },
  "debug/buildinfo": {
    "read": "ReadFile",
    "nothing": "BuildInfo Read",
  },
  "go/parser": {
    "read": "ParseDir ParseExprFrom ParseFile",
    "nothing": `
      AllErrors DeclarationErrors ImportsOnly Mode PackageClauseOnly ParseComments ParseExpr
      SkipObjectResolution SpuriousErrors Trace`,
  },
  "html/template": {
    "read": "ParseFiles ParseGlob ParseFS",
    "nothing": `
      CSS ErrAmbigContext ErrBadHTML ErrBranchEnd ErrEndContext ErrJSTemplate ErrNoSuchTemplate
      ErrOutputContext ErrPartialCharset ErrPartialEscape ErrPredefinedEscaper ErrRangeLoopReentry
      ErrSlashAmbig Error ErrorCode FuncMap HTML HTMLAttr HTMLEscape HTMLEscapeString HTMLEscaper IsTrue
      JS JSEscape JSEscapeString JSEscaper JSStr Must New OK Srcset Template URL URLQueryEscaper`,
  },
  "io/ioutil": {
    "read": "ReadDir ReadFile",
    "write": "TempDir TempFile WriteFile",
    "nothing": "Discard NopCloser ReadAll",
  },
  "mime": {
    "settings": "AddExtensionType ExtensionsByType TypeByExtension",
    "nothing": `
      BEncoding ErrInvalidMediaParameter FormatMediaType ParseMediaType QEncoding WordDecoder
      WordEncoder`,
  },
  "mime/multipart": {
    "write": "NewReader Reader Form FileHeader",
    "nothing": "ErrMessageTooLarge File FileContentDisposition NewWriter Part Writer",
  },
  "net": {
    "network": `
      Dial DialIP DialTCP DialTimeout DialUDP DialUnix Dialer FileConn FileListener FilePacketConn
      Listen ListenConfig ListenIP ListenMulticastUDP ListenPacket ListenTCP ListenUDP ListenUnix
      ListenUnixgram LookupAddr LookupCNAME LookupHost LookupIP LookupMX LookupNS LookupPort LookupSRV
      LookupTXT ResolveIPAddr ResolveTCPAddr ResolveUDPAddr ResolveUnixAddr Resolver DefaultResolver`,
    "settings": "Interface InterfaceAddrs InterfaceByIndex InterfaceByName Interfaces",
    "nothing": `
      Addr AddrError Buffers CIDRMask Conn DNSConfigError DNSError ErrClosed ErrWriteToConnected Error
      FlagBroadcast FlagLoopback FlagMulticast FlagPointToPoint FlagRunning FlagUp Flags HardwareAddr IP
      IPAddr IPConn IPMask IPNet IPv4 IPv4Mask IPv4allrouter IPv4allsys IPv4bcast IPv4len IPv4zero
      IPv6interfacelocalallnodes IPv6len IPv6linklocalallnodes IPv6linklocalallrouters IPv6loopback
      IPv6unspecified IPv6zero InvalidAddrError JoinHostPort KeepAliveConfig Listener MX NS OpError
      PacketConn ParseCIDR ParseError ParseIP ParseMAC Pipe SRV SplitHostPort TCPAddr
      TCPAddrFromAddrPort TCPConn TCPListener UDPAddr UDPAddrFromAddrPort UDPConn UnixAddr UnixConn
      UnixListener UnknownNetworkError`,
  },
  "net/http": {
    "network": `
      AllowQuerySemicolons CanonicalHeaderKey Client ClientConn CloseNotifier ConnState Cookie CookieJar
      CrossOriginProtection DefaultClient DefaultMaxHeaderBytes DefaultMaxIdleConnsPerHost
      DefaultServeMux DefaultTransport DetectContentType ErrAbortHandler ErrBodyNotAllowed
      ErrBodyReadAfterClose ErrContentLength ErrHandlerTimeout ErrHeaderTooLong ErrHijacked
      ErrLineTooLong ErrMissingBoundary ErrMissingContentLength ErrMissingFile ErrNoCookie ErrNoLocation
      ErrNotMultipart ErrNotSupported ErrSchemeMismatch ErrServerClosed ErrShortBody ErrSkipAltProtocol
      ErrUnexpectedTrailer ErrUseLastResponse ErrWriteAfterFlush Error FS File FileServerFS FileSystem
      Flusher Get HTTP2Config Handle HandleFunc Handler HandlerFunc Head Header Hijacker ListenAndServe
      ListenAndServeTLS LocalAddrContextKey MaxBytesError MaxBytesHandler MaxBytesReader MethodConnect
      MethodDelete MethodGet MethodHead MethodOptions MethodPatch MethodPost MethodPut MethodTrace
      NewCrossOriginProtection NewFileTransportFS NewRequest NewRequestWithContext NewResponseController
      NewServeMux NoBody NotFound NotFoundHandler ParseCookie ParseHTTPVersion ParseSetCookie ParseTime
      Post PostForm ProtocolError Protocols ProxyURL PushOptions Pusher ReadRequest ReadResponse
      Redirect RedirectHandler Request Response ResponseController ResponseWriter RoundTripper SameSite
      SameSiteDefaultMode SameSiteLaxMode SameSiteNoneMode SameSiteStrictMode Serve ServeContent
      ServeFileFS ServeMux ServeTLS Server ServerContextKey SetCookie StateActive StateClosed
      StateHijacked StateIdle StateNew StatusAccepted StatusAlreadyReported StatusBadGateway
      StatusBadRequest StatusConflict StatusContinue StatusCreated StatusEarlyHints
      StatusExpectationFailed StatusFailedDependency StatusForbidden StatusFound StatusGatewayTimeout
      StatusGone StatusHTTPVersionNotSupported StatusIMUsed StatusInsufficientStorage
      StatusInternalServerError StatusLengthRequired StatusLocked StatusLoopDetected
      StatusMethodNotAllowed StatusMisdirectedRequest StatusMovedPermanently StatusMultiStatus
      StatusMultipleChoices StatusNetworkAuthenticationRequired StatusNoContent
      StatusNonAuthoritativeInfo StatusNotAcceptable StatusNotExtended StatusNotFound
      StatusNotImplemented StatusNotModified StatusOK StatusPartialContent StatusPaymentRequired
      StatusPermanentRedirect StatusPreconditionFailed StatusPreconditionRequired StatusProcessing
      StatusProxyAuthRequired StatusRequestEntityTooLarge StatusRequestHeaderFieldsTooLarge
      StatusRequestTimeout StatusRequestURITooLong StatusRequestedRangeNotSatisfiable StatusResetContent
      StatusSeeOther StatusServiceUnavailable StatusSwitchingProtocols StatusTeapot
      StatusTemporaryRedirect StatusText StatusTooEarly StatusTooManyRequests StatusUnauthorized
      StatusUnavailableForLegalReasons StatusUnprocessableEntity StatusUnsupportedMediaType
      StatusUpgradeRequired StatusUseProxy StatusVariantAlsoNegotiates StripPrefix TimeFormat
      TimeoutHandler TrailerPrefix Transport`,
    "network environment": "ProxyFromEnvironment",
    "network read": "Dir FileServer NewFileTransport ServeFile",
  },
  "net/textproto": {
    "network": "Dial",
    "nothing": `
      CanonicalMIMEHeaderKey Conn Error MIMEHeader NewConn NewReader NewWriter Pipeline ProtocolError
      Reader TrimBytes TrimString Writer`,
  },
  "os": {
    "environment": "Clearenv Environ ExpandEnv Getenv LookupEnv Setenv Unsetenv",
    "identity": `
      Executable Getegid Geteuid Getgid Getgroups Getuid Hostname UserCacheDir UserConfigDir UserHomeDir`,
    "processes": "FindProcess Process",
    "programs": "ProcAttr StartProcess",
    "read": "DirFS Lstat Open OpenInRoot ReadDir ReadFile Readlink Stat",
    "read write": "OpenFile OpenRoot Root",
    "system": "NewFile",
    "write": `
      Chmod Chown Chtimes CopyFS Create CreateTemp Lchown Link Mkdir MkdirAll MkdirTemp Remove RemoveAll
      Rename Symlink Truncate WriteFile`,
    "nothing": `
      Args Chdir DevNull DirEntry ErrClosed ErrDeadlineExceeded ErrExist ErrInvalid ErrNoDeadline
      ErrNoHandle ErrNotExist ErrPermission ErrProcessDone Exit Expand File FileInfo FileMode
      Getpagesize Getpid Getppid Getwd Interrupt IsExist IsNotExist IsPathSeparator IsPermission
      IsTimeout Kill LinkError ModeAppend ModeCharDevice ModeDevice ModeDir ModeExclusive ModeIrregular
      ModeNamedPipe ModePerm ModeSetgid ModeSetuid ModeSocket ModeSticky ModeSymlink ModeTemporary
      ModeType NewSyscallError O_APPEND O_CREATE O_EXCL O_RDONLY O_RDWR O_SYNC O_TRUNC O_WRONLY
      PathError PathListSeparator PathSeparator Pipe ProcessState SEEK_CUR SEEK_END SEEK_SET SameFile
      Signal Stderr Stdin Stdout SyscallError TempDir`,
  },
  "path/filepath": {
    "read": "EvalSymlinks Glob Walk WalkDir",
    "nothing": `
      Abs Base Clean Dir ErrBadPattern Ext FromSlash HasPrefix IsAbs IsLocal Join ListSeparator Localize
      Match Rel Separator SkipAll SkipDir Split SplitList ToSlash VolumeName WalkFunc`,
  },
  // From a type that a source names, reflect leads to every type behind it, including unexported ones.
  "reflect": {
    "memory": `
      Append AppendSlice ArrayOf ChanOf Copy FuncOf Indirect MakeChan MakeFunc MakeMap
      MakeMapWithSize MakeSlice MapIter MapOf Method New NewAt PointerTo PtrTo Select SelectCase
      SelectDefault SelectDir SelectRecv SelectSend SliceAt SliceHeader SliceOf StringHeader
      StructField StructOf StructTag Swapper Type TypeAssert TypeFor Value ValueError ValueOf
      VisibleFields Zero`,
    "nothing": `
      Array Bool BothDir Chan ChanDir Complex128 Complex64 DeepEqual Float32 Float64 Func Int Int16 Int32
      Int64 Int8 Interface Invalid Kind Map Pointer Ptr RecvDir SendDir Slice String Struct TypeOf Uint Uint16 Uint32 Uint64 Uint8
      Uintptr UnsafePointer`,
  },
  "runtime": {
    "environment": "GOROOT",
    "memory": "SetCgoTraceback",
    "nothing": `
      AddCleanup BlockProfile BlockProfileRecord Breakpoint CPUProfile Caller Callers CallersFrames
      Cleanup Compiler Error Frame Frames Func FuncForPC GC GOARCH GOMAXPROCS GOOS Goexit
      GoroutineProfile Gosched KeepAlive LockOSThread MemProfile MemProfileRate MemProfileRecord
      MemStats MutexProfile NumCPU NumCgoCall NumGoroutine PanicNilError Pinner ReadMemStats ReadTrace
      SetBlockProfileRate SetCPUProfileRate SetDefaultGOMAXPROCS SetFinalizer SetMutexProfileFraction
      Stack StackRecord StartTrace StopTrace ThreadCreateProfile TypeAssertionError UnlockOSThread
      Version`,
  },
  "runtime/debug": {
    "write": "SetCrashOutput WriteHeapDump",
    "nothing": `
      BuildInfo BuildSetting CrashOptions FreeOSMemory GCStats Module ParseBuildInfo PrintStack
      ReadBuildInfo ReadGCStats SetGCPercent SetMaxStack SetMaxThreads SetMemoryLimit SetPanicOnFault
      SetTraceback Stack`,
  },
  "sync/atomic": {
    "memory": "CompareAndSwapPointer LoadPointer StorePointer SwapPointer",
    "nothing": `
      AddInt32 AddInt64 AddUint32 AddUint64 AddUintptr AndInt32 AndInt64 AndUint32 AndUint64 AndUintptr
      Bool CompareAndSwapInt32 CompareAndSwapInt64 CompareAndSwapUint32 CompareAndSwapUint64
      CompareAndSwapUintptr Int32 Int64 LoadInt32 LoadInt64 LoadUint32 LoadUint64 LoadUintptr OrInt32
      OrInt64 OrUint32 OrUint64 OrUintptr Pointer StoreInt32 StoreInt64 StoreUint32 StoreUint64
      StoreUintptr SwapInt32 SwapInt64 SwapUint32 SwapUint64 SwapUintptr Uint32 Uint64 Uintptr Value`,
  },
  "text/template": {
    "read": "ParseFiles ParseGlob ParseFS",
    "nothing": `
      ExecError FuncMap HTMLEscape HTMLEscapeString HTMLEscaper IsTrue JSEscape JSEscapeString JSEscaper
      Must New Template URLQueryEscaper`,
  },
  "time": {
    "settings": "LoadLocation",
    "nothing": `
      ANSIC After AfterFunc April August Date DateOnly DateTime December Duration February FixedZone
      Friday Hour January July June Kitchen Layout LoadLocationFromTZData Local Location March May
      Microsecond Millisecond Minute Monday Month Nanosecond NewTicker NewTimer November Now October
      Parse ParseDuration ParseError ParseInLocation RFC1123 RFC1123Z RFC3339 RFC3339Nano RFC822 RFC822Z
      RFC850 RubyDate Saturday Second September Since Sleep Stamp StampMicro StampMilli StampNano Sunday
      Thursday Tick Ticker Time TimeOnly Timer Tuesday UTC Unix UnixDate UnixMicro UnixMilli Until
      Wednesday Weekday`,
  },
};
