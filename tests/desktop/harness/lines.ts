/** Splits a byte stream into lines. */
export class TextLineStream extends TransformStream<Uint8Array<ArrayBuffer>, string> {
  constructor() {
    const decoder = new TextDecoder();
    let rest = "";
    super({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) controller.enqueue(line);
      },
    });
  }
}
