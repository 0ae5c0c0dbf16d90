import type { ComponentChildren, JSX } from "preact";

/**
 * Renders a subset of untrusted Markdown safely: paragraphs, lists, **bold**, *italic*, `code`,
 * and the text of links with their address. Everything else, including HTML, stays plain text.
 * Nothing is fetched and nothing can be clicked.
 */
export function Markdown({ text }: { text: string }): JSX.Element {
  const blocks = text.slice(0, LONGEST).split(/\r?\n[ \t]*\r?\n/).filter((block) => block.trim() !== "");
  return (
    <div class="markdown words">
      {blocks.map((block, index) => <Block key={index} text={block.trim()} />)}
    </div>
  );
}

/** Maximum UTF-16 units rendered, because descriptions are short. */
const LONGEST = 4000;

function Block({ text }: { text: string }): JSX.Element {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.every((line) => /^[-*] /.test(line))) {
    return <ul role="list">{lines.map((line, index) => <li key={index}>{inline(line.slice(2))}</li>)}</ul>;
  }
  return <p>{inline(lines.join(" "))}</p>;
}

/** Alternatives in order: code, bold, italic, link. */
const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|(?<!\w)[*_]([^*_]+)[*_](?!\w)|\[([^\][]+)\]\(([^()\s]+)\)/;

/** Renders one line of Markdown, for texts inside a line. */
export const MarkdownLine = ({ text }: { text: string }): JSX.Element => <>{inline(text.slice(0, LONGEST))}
</>;

function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let rest = text;
  for (let found = SPAN.exec(rest); found; found = SPAN.exec(rest)) {
    const [whole, code, bold, italic, link, address] = found;
    if (found.index > 0) parts.push(rest.slice(0, found.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<strong>{inline(bold)}</strong>);
    else if (italic !== undefined) parts.push(<em>{inline(italic)}</em>);
    else {
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
