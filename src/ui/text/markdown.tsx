import type { ComponentChildren, JSX } from "preact";
import { CopyButton } from "../system/mod.ts";
import { type Block, blocksOf } from "./markdown_blocks.ts";

/** Calls with the ID of a section that a link leads to. */
type OnLink = (section: string) => void;

/** Maximum UTF-16 units of a text from outside that are rendered, because descriptions are short. */
const MAX_LENGTH = 4000;

/**
 * Renders a subset of untrusted Markdown safely: paragraphs, lists, tables, code, **bold**, *italic*, `code`,
 * and the text of links with their address. Everything else, including HTML, stays plain text. Nothing is
 * fetched and nothing can be clicked.
 */
export function Markdown({ text }: { text: string }): JSX.Element {
  return <Blocks text={text.slice(0, MAX_LENGTH)} />;
}

/** Renders a text of the guide as `Markdown` does. Its code has buttons that copy it, and its links to sections work. */
export function GuideText({ text, onLink }: { text: string; onLink: OnLink }): JSX.Element {
  return <Blocks text={text} onLink={onLink} />;
}

function Blocks({ text, onLink }: { text: string; onLink?: OnLink }): JSX.Element {
  return (
    <div class="markdown words">
      {blocksOf(text).map((block, index) => <BlockView key={index} block={block} onLink={onLink} />)}
    </div>
  );
}

function BlockView({ block, onLink }: { block: Block; onLink: OnLink | undefined }): JSX.Element | null {
  const line = (text: string) => inline(text, onLink);
  switch (block.is) {
    case "list":
      return <ul role="list">{block.items.map((item, index) => <li key={index}>{line(item)}</li>)}</ul>;
    case "heading":
      return <h3>{line(block.text)}</h3>;
    case "code":
      return (
        <div class="markdown-code">
          <pre class="mono">{block.text}</pre>
          {onLink && (
            <CopyButton
              kind="bare"
              compact
              text={() => block.text}
              alone={`Copy ${block.text.split("\n", 1)[0]}`}
            />
          )}
        </div>
      );
    case "table":
      return <Table rows={block.rows} line={line} />;
    default:
      return <p>{line(block.text)}</p>;
  }
}

/** A table. Nothing is rendered for one of pictures, whose cells are empty without them. */
function Table(
  { rows, line }: {
    rows: readonly (readonly string[])[];
    line: (text: string) => ComponentChildren;
  },
): JSX.Element | null {
  const [head = [], ...others] = rows;
  if (rows.every((row) => row.every((cell) => cell === ""))) return null;
  return (
    <table>
      {head.some((cell) => cell !== "") && (
        <thead>
          <tr>{head.map((cell, index) => <th key={index} scope="col">{line(cell)}</th>)}</tr>
        </thead>
      )}
      <tbody>
        {others.map((row, index) => (
          <tr key={index}>{row.map((cell, index) => <td key={index}>{line(cell)}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** Alternatives in order: code, bold, italic, link. */
const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)[*_]([^*_]+)[*_](?!\w)|\[([^\][]+)\]\(([^()\s]+)\)/;

/** Renders one line of Markdown, for texts inside a line. */
export const MarkdownLine = ({ text }: { text: string }): JSX.Element => (
  <>{inline(text.slice(0, MAX_LENGTH))}</>
);

function inline(text: string, onLink?: OnLink): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let rest = text;
  for (let found = SPAN.exec(rest); found; found = SPAN.exec(rest)) {
    const [whole, code, bold, italic, link, address = ""] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<strong>{inline(bold)}</strong>);
    else if (italic !== undefined) parts.push(<em>{inline(italic)}</em>);
    else if (onLink && address.startsWith("#")) {
      parts.push(
        <button type="button" class="link" onClick={() => onLink(address.slice(1))}>{inline(link!)}</button>,
      );
    } else {
      parts.push(
        <>
          {link} <span class="quiet">({address})</span>
        </>,
      );
    }
    rest = rest.slice(found.index + whole.length);
  }
  return rest === "" ? parts : [...parts, rest];
}
