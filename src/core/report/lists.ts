const words = (text: string) => text.trim().split(/\s+/);

/** Elements of HTML that reports may have: text, tables, pictures and what folds open. */
const HTML_TAGS = words(`
  a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn div dl
  dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark meter nav ol p pre progress
  q rp rt ruby s samp section small span strike strong style sub summary sup table tbody td tfoot th thead time tr tt u ul var
  wbr`);

/** Elements of SVG that draw; none that animates, because an animation can set an address. */
const SVG_TAGS = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc linearGradient
  radialGradient stop clipPath mask marker pattern image filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** The parser writes names of SVG as SVG does, and those outside of a drawing in small letters. */
export const TAGS: readonly string[] = [
  ...new Set([...HTML_TAGS, ...SVG_TAGS, ...SVG_TAGS.map((tag) => tag.toLowerCase())]),
];

/** Elements whose content is not for readers: it goes with them. */
export const HIDDEN_TAGS: readonly string[] = words(`
  script noscript template textarea option select iframe noembed noframes object embed applet audio video canvas math xmp
  plaintext`);

/** Attributes that any element may have; none holds an address. */
const EVERYWHERE = words(`
  class id style title lang dir role aria-* hidden width height align valign bgcolor color face size border cellpadding
  cellspacing nowrap colspan rowspan scope headers abbr span start reversed type value datetime open alt name min max low high
  optimum`);

/** Attributes that draw in SVG. */
const DRAWING = words(`
  alignment-baseline amplitude azimuth basefrequency baseline-shift bias clip-path clip-rule clippathunits color-interpolation
  color-interpolation-filters cursor cx cy d diffuseconstant direction display divisor dominant-baseline dx dy edgemode elevation
  exponent fill fill-opacity fill-rule filter filterunits flood-color flood-opacity font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight fr fx fy gradienttransform gradientunits in in2 intercept k1 k2 k3 k4
  kernelmatrix kernelunitlength lengthadjust letter-spacing lighting-color limitingconeangle marker-end marker-mid marker-start
  markerheight markerunits markerwidth mask maskcontentunits maskunits mode numoctaves offset opacity operator order orient
  overflow paint-order pathlength patterncontentunits patterntransform patternunits pointer-events points pointsatx pointsaty
  pointsatz preservealpha preserveaspectratio primitiveunits r radius refx refy result rotate rx ry scale seed shape-rendering
  side slope specularconstant specularexponent spreadmethod startoffset stddeviation stitchtiles stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfacescale
  tablevalues targetx targety text-anchor text-decoration text-rendering textlength transform transform-origin unicode-bidi
  values vector-effect viewbox visibility word-spacing writing-mode x x1 x2 xchannelselector xml:space xmlns xmlns:xlink y y1 y2
  ychannelselector z`);

/** Attributes that hold an address; its rules are in `clean.ts`. */
export const ADDRESSES: readonly string[] = ["href", "xlink:href", "src"];

export const ATTRIBUTES: readonly string[] = [...EVERYWHERE, ...DRAWING, ...ADDRESSES];

/** Attributes in which CSS may name an address. */
export const STYLED: ReadonlySet<string> = new Set(words(`
  clip-path cursor fill filter marker-end marker-mid marker-start mask stroke style`));
