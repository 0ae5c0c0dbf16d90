const words = (text: string) => text.trim().split(/\s+/);

/** Allowed HTML elements: text, tables, pictures and details. */
const HTML_TAGS = words(`
  a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn div dl
  dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark meter nav ol p pre progress
  q rp rt ruby s samp section small span strike strong style sub summary sup table tbody td tfoot th thead time tr tt u ul var
  wbr`);

/** Allowed SVG elements, which draw. Animations are excluded because an animation can set an address. */
const SVG_TAGS = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc linearGradient
  radialGradient stop clipPath mask marker pattern image filter feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** All allowed elements. The parser writes SVG names in their own case inside a drawing, and in lower case outside. */
export const TAGS: readonly string[] = [
  ...new Set([...HTML_TAGS, ...SVG_TAGS, ...SVG_TAGS.map((tag) => tag.toLowerCase())]),
];

/** Elements that are removed together with their content. */
export const HIDDEN_TAGS: readonly string[] = words(`
  script noscript template textarea option select iframe noembed noframes object embed applet audio video canvas math xmp
  plaintext`);

/** Attributes that any element may have; none contains an address. */
const EVERYWHERE = words(`
  class id style title lang dir role aria-* hidden width height align valign bgcolor color face size border cellpadding
  cellspacing nowrap colspan rowspan scope headers abbr span start reversed type value datetime open alt name min max low high
  optimum`);

/** Attributes for drawing in SVG. */
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

/** Attributes that contain an address; the rules for them are in `clean.ts`. */
export const ADDRESSES: readonly string[] = ["href", "xlink:href", "src"];

export const ATTRIBUTES: readonly string[] = [...EVERYWHERE, ...DRAWING, ...ADDRESSES];

/** Attributes in which CSS may contain an address. */
export const STYLED: ReadonlySet<string> = new Set(words(`
  clip-path cursor fill filter marker-end marker-mid marker-start mask stroke style`));
