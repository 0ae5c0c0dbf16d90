import assert from "node:assert/strict";
import type { Shown } from "../gallery/show.ts";
import type { RowsRead } from "../../../src/core/resources/rows.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { ListedSecret, SecretDetail } from "../../../src/pages/secrets/page.ts";
import { fixedList, fixedResources } from "../../support/pages/resources.ts";
import { waitFor } from "../harness/mod.ts";
import { button, sceneOf, stageTest, textAt } from "./steps.ts";

const read = async ({ tab }: Shown) => {
  await tab.until("document.querySelector('.secret-closed')");
  await tab.press("Enter");
  await tab.until("document.activeElement?.closest('.resource-main')");
};
const change = button("Change", ".resource-foot");

/** Returns the secrets page with these parameters. */
const at = (params: Readonly<Record<string, string>>) =>
  sceneOf("secrets", { params: { ...sceneOf("secrets").params, ...params } });

/** Waits until the page has made a request. */
const untilAsked = (holds: () => boolean) => waitFor(`${holds}`, holds);

stageTest("the secrets page", async (step) => {
  await step("nothing is read before somebody asks", "secrets", async ({ tab, of }) => {
    await tab.until("document.querySelector('.secret-closed')");
    await tab.press("ArrowDown", "ArrowDown", "ArrowUp");
    await tab.until("document.querySelector('.resource-head')?.innerText.includes('Payment')");
    assert.deepEqual([...of("readSecret"), ...of("showSecret"), ...of("copySecret")], []);
  });

  await step(
    "Enter reads, arrows lead to a key, Enter copies it without showing it",
    "secrets",
    async (shown) => {
      await read(shown);
      await shown.tab.press("ArrowDown", "Enter");
      await shown.tab.until("document.shownText.includes('password copied')");
      assert.equal(shown.of("readSecret").length, 1);
      const copied = shown.of("copySecret").map(({ id, key, quiet }) => [id, key, quiet]);
      assert.deepEqual(copied, [["shop/orders-db", "password", true]]);
      assert.equal(shown.of("showSecret").length, 0);
      assert.equal(await shown.tab.evaluate("document.querySelectorAll('.secret-value').length"), 0);
    },
  );

  const manyKeys = Array.from({ length: 140 }, (_, n) => `KEY_${n}`).with(90, "STRIPE_TOKEN");
  const many = { kind: "secret", binary: false, bytes: 9000, keys: manyKeys, version: "1" };

  await step("of many keys one is found by typing, and Enter copies it", "secrets", async (shown) => {
    shown.on("readSecret", () => ({ ok: true, value: many }));
    await read(shown);
    // All letters, from the first on, go into the field.
    for (const letter of "str") await shown.tab.press(letter);
    await shown.tab.until(
      "document.activeElement.ariaLabel === 'Find a key' && document.activeElement.value === 'str'",
    );
    await shown.tab.until("document.querySelectorAll('.secret-key').length === 1");
    await shown.tab.press("Enter");
    await shown.tab.until("document.shownText.includes('STRIPE_TOKEN copied')");
    assert.deepEqual(shown.of("copySecret").map(({ key }) => key), ["STRIPE_TOKEN"]);
    await shown.tab.press("ArrowDown");
    await shown.tab.until("document.activeElement.title === 'Copy STRIPE_TOKEN'");
    await shown.tab.press("x", "Escape");
    await shown.tab.until("document.querySelectorAll('.secret-key').length === 140");
  });

  await step(
    "of many keys one is changed and one added without passing the others",
    "secrets",
    async (shown) => {
      shown.on("readSecret", () => ({ ok: true, value: many }));
      await read(shown);
      await shown.tab.reach(change);
      await shown.tab.until("document.activeElement.closest('.question .secret-find')");
      await shown.tab.type("str");
      await shown.tab.until("document.querySelectorAll('.secret-values input').length === 1");
      await shown.tab.press("Enter");
      await shown.tab.until("document.activeElement.closest('.secret-values')");
      await shown.tab.type("new");
      await shown.tab.press("Shift+Tab", "Shift+Tab", "Enter");
      await shown.tab.until("document.activeElement.closest('.secret-added')");
      await shown.tab.type("MORE");
      await shown.tab.press("Tab");
      await shown.tab.type("value");
      await shown.tab.press("Enter");
      await shown.tab.until("document.shownText.includes('Write shop/orders-db?')");
      assert.deepEqual(shown.of("compareSecret").at(-1)!.change, {
        set: [["STRIPE_TOKEN", "new"], ["MORE", "value"]],
        remove: [],
      });
    },
  );

  for (
    const [scene, says] of [["secrets-gone", "does not exist"], ["secrets-deleted", "to be deleted"]] as const
  ) {
    await step(`${scene}: nothing is read or offered of it`, scene, async (shown) => {
      await shown.tab.until(`document.querySelector(".resource-main").innerText.includes("${says}")`);
      await shown.tab.press("Enter", "Control+Enter");
      await shown.settle();
      assert.deepEqual([shown.of("readSecret"), shown.of("copySecret")], [[], []]);
      const buttons = await textAt(shown, ".resource-main section[aria-label=Value]");
      assert.doesNotMatch(buttons + await textAt(shown, ".resource-foot"), /Read|Copy|Change/);
    });
  }

  await step(
    "a window that is opened at a secret reads it at once",
    at({ secret: "shop/payment" }),
    async ({ tab, of }) => {
      await tab.until("document.activeElement?.closest('.resource-main')");
      assert.deepEqual(of("readSecret").map(({ id }) => id), ["shop/payment"]);
      await tab.press("Enter");
      await tab.until("document.shownText.includes('copied')");
      assert.deepEqual(of("copySecret").map(({ key }) => key), ["username"]);
    },
  );

  for (
    const [how, params, asker] of [
      ["as its window opens", { secret: "shop/payment" }, null],
      ["by its row", {}, ".resource-search input"],
      ["by its button", {}, ".secret-closed .marked"],
    ] as const
  ) {
    const come = Promise.withResolvers<void>();
    const { dispatch } = sceneOf("secrets").pages!;
    const scene = sceneOf("secrets", {
      params: at(params).params!,
      pages: {
        async dispatch(command, window) {
          if (command.name === "readSecret") await come.promise;
          return await dispatch!(command, window);
        },
      },
    });
    const name = `Enter while a secret is read ${how} copies its first key once it comes`;
    await step(name, scene, async ({ tab, settle, of }) => {
      if (asker !== null) {
        await tab.until("document.querySelector('.secret-closed')");
        await tab.reach(`document.querySelector('${asker}')`, "focus");
        await tab.press("Enter");
      }
      await tab.until("document.querySelector('section[aria-label=Value] .skeleton')");
      await untilAsked(() => of("readSecret").length > 0);
      await tab.press("Enter");
      await settle();
      come.resolve();
      await tab.until("document.shownText.includes(' copied.')");
      assert.deepEqual([of("readSecret").length, of("copySecret").length], [1, 1]);
    });
  }

  for (
    const [meant, then, focused] of [
      [{ secret: "shop/payment" }, "the secret that was meant is read", ".resource-main"],
      [{}, "one types to find", ".resource-search"],
    ] as const
  ) {
    const choose = { code: "choose", message: "You have several roles in shop-production." };
    const { secrets } = sceneOf("secrets").pages!.resources!;
    const resources = fixedResources({
      secrets: {
        ...secrets,
        list: (place) =>
          place.role === undefined
            ? fixedList<ListedSecret>([], { at: null, role: null, faults: [choose] })
            : secrets.list(place),
      },
    });
    const scene = sceneOf("secrets", { params: at(meant).params!, pages: { resources } });
    await step(`of several roles one is chosen first, by keys; then ${then}`, scene, async ({ tab, of }) => {
      await tab.until("document.activeElement?.innerText.trim() === 'Operator'");
      await tab.press("ArrowDown", "Enter");
      await tab.until(`document.activeElement?.closest('${focused}')`);
      const reads = of("readSecret").map(({ id, role }) => [id, role]);
      assert.deepEqual(reads, "secret" in meant ? [["shop/payment", "ReadOnlyAccess"]] : []);
    });
  }

  await step(
    "a value is asked for one key at a time, and goes with the next secret",
    "secrets",
    async (shown) => {
      await read(shown);
      await shown.tab.press("ArrowRight", "Enter");
      await shown.tab.until("document.querySelector('.secret-value')");
      assert.deepEqual(shown.of("showSecret").map(({ key }) => key), ["username"]);
      await shown.tab.press("Escape", "ArrowDown");
      await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('Payment')");
      assert.equal(
        await shown.tab.evaluate("document.shownText.includes('only shown for a while')"),
        false,
      );
    },
  );

  await step(
    "an earlier version is not changed, and the current one is again, by its label and not by its id",
    "secrets",
    async (shown) => {
      const CURRENT = "7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11",
        EARLIER = "0c9b7a6d-1f2e-4c3b-8a7d-6e5f4d3c2b1a";
      shown.on("readSecret", ({ version = CURRENT }) => ({ ok: true, value: { ...many, version } }));
      await read(shown);
      for (const [id, changes] of [[EARLIER, false], [CURRENT, true]] as const) {
        const row = `document.querySelector('[title="Read version ${id}"]')`;
        await shown.tab.reach(row);
        await shown.tab.until(`${row}.closest('[aria-current=true]')`);
        await shown.tab.until(`${changes} === Boolean(${change})`);
      }
      assert.deepEqual(shown.of("readSecret").map(({ version }) => version), [
        undefined,
        EARLIER,
        undefined,
      ]);
    },
  );

  /** Enters another user for the secret, and shows the difference. */
  const compared = async (shown: Shown) => {
    await read(shown);
    await shown.tab.reach(change);
    await shown.tab.until("document.querySelector('.question')");
    await shown.tab.type("new-user");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.secret-difference')");
  };

  await step(
    "in production a change is compared first, and written once the name is typed",
    "secrets",
    async (shown) => {
      await compared(shown);
      assert.equal(shown.of("writeSecret").length, 0);
      const marked = "document.querySelector('.question [type=submit]')";
      assert.equal(await shown.tab.evaluate(`${marked}.disabled`), true);
      await shown.tab.type("shop-production");
      await shown.tab.until(`!${marked}.disabled`);
      await shown.tab.press("Enter");
      await shown.tab.until("!document.querySelector('.question')");
      const written = shown.of("writeSecret").map(({ change, typed, version }) => ({
        change,
        typed,
        version,
      }));
      assert.deepEqual(written, [{
        change: { set: [["username", "new-user"]], remove: [] },
        typed: "shop-production",
        version: "7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11",
      }]);
    },
  );

  await step("a value of several lines that is pasted keeps them, below dots", "secrets", async (shown) => {
    const { tab } = shown;
    await read(shown);
    await tab.reach(change);
    await tab.until("document.activeElement.matches('.question input')");
    await tab.type("kept");
    await tab.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "-----BEGIN\\r\\nabc\\n-----END\\n");
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })()`);
    await tab.until("document.activeElement.matches('.question textarea')");
    const dots = "getComputedStyle(document.activeElement).getPropertyValue('-webkit-text-security')";
    assert.equal(await tab.evaluate(dots), "disc");
    await tab.type("more");
    await tab.reach("document.querySelector('.question [type=submit]')");
    const compared = await shown.sent("compareSecret", 1);
    assert.deepEqual(compared.map(({ change }) => change), [
      { set: [["username", "kept-----BEGIN\nabc\n-----END\nmore"]], remove: [] },
    ]);
  });

  await step("one line that is pasted with its end stays one", "secrets", async (shown) => {
    const { tab } = shown;
    await read(shown);
    await tab.reach(change);
    await tab.until("document.activeElement.matches('.question input')");
    const isTaken = await tab.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "hunter2\\n");
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      return !document.activeElement.dispatchEvent(event);
    })()`);
    // The page leaves the paste to the field, which drops the line break.
    assert.equal(isTaken, false);
  });

  await step("a secret with keys can be replaced as a whole, and back", "secrets", async (shown) => {
    const { tab } = shown;
    const labelled = (text: string) =>
      `[...document.querySelectorAll('.question button')].find((one) => one.innerText === '${text}')`;
    await read(shown);
    await tab.reach(change);
    await tab.reach(labelled("Replace the whole value"));
    await tab.until("document.activeElement.matches('.question textarea')");
    await tab.reach(labelled("Change its keys"));
    await tab.until("document.activeElement.matches('.question input')");
    await tab.reach(labelled("Replace the whole value"));
    await tab.until("document.activeElement.matches('.question textarea')");
    await tab.type("{}");
    await tab.reach("document.querySelector('.question [type=submit]')");
    const compared = await shown.sent("compareSecret", 1);
    assert.deepEqual(compared.map(({ change }) => change), [{ text: "{}" }]);
  });

  await step(
    "entered text is not lost by a single Esc or a click beside it",
    "secrets",
    async (shown) => {
      await compared(shown);
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('.question input')?.value === 'new-user'");
      // Selecting text from the field to beyond its edge ends in a click on the veil.
      await shown.tab.evaluate(
        "void document.querySelector('.veil').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
      );
      await shown.settle();
      assert.equal(await shown.tab.evaluate("Boolean(document.querySelector('.question'))"), true);
      await shown.tab.press("Escape");
      await shown.tab.until(
        "document.querySelector('.question [role=alert]')?.innerText.includes('discards')",
      );
      await shown.tab.type("s");
      await shown.tab.until("!document.querySelector('.question [role=alert]')");
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('.question [role=alert]')");
      await shown.tab.evaluate(
        "void document.querySelector('.veil').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))",
      );
      await shown.tab.until("!document.querySelector('.question')");
      assert.equal(shown.of("writeSecret").length, 0);
    },
  );

  await step(
    "opening the window again throws nothing away that is being entered",
    "secrets",
    async (shown) => {
      await compared(shown);
      const raise = async (params: Record<string, string>) => {
        shown.pages.store.update((state) => ({
          ...state,
          windows: state.windows.map((window) => ({
            ...window,
            raised: window.raised + 1,
            params: { ...window.params, ...params },
          })),
        }));
        await shown.settle();
      };
      await raise({});
      await raise({ secret: "shop/payment" });
      await shown.tab.until("document.querySelector('.secret-difference')");
      const reads = shown.of("readSecret").length;
      await shown.tab.press("Escape");
      await shown.tab.until("document.querySelector('.question input')?.value === 'new-user'");
      await shown.tab.press("Escape", "Escape");
      await shown.tab.until("!document.querySelector('.question')");
      assert.equal(shown.of("readSecret").length, reads);
      await raise({});
      await untilAsked(() => shown.of("readSecret").length > reads);
    },
  );

  /** Returns the scene with one secret, whose value is read by `read`. */
  const telling = (read: () => RowsRead<SecretDetail>, state: Partial<AppState> = {}) =>
    sceneOf("secrets", {
      state,
      pages: {
        resources: fixedResources({
          secrets: {
            list: () => fixedList<ListedSecret>([{ kind: "secret", name: "a" }], {}),
            detail: () => ({ read, subscribe: () => () => {} }),
          },
        }),
      },
    });

  let reads = 0;
  const denied = telling(() => (reads++, { ok: false, error: "Access is denied." }));
  await step("values that could not be read are read again", denied, async ({ tab }) => {
    const again = "document.querySelector('.resource-main .notice button')";
    await tab.until(again);
    assert.equal(reads, 1);
    for (const count of [2, 3]) {
      await tab.reach(again);
      await untilAsked(() => reads === count);
    }
  });

  let out = true;
  const detail = {
    name: "a",
    kind: "secret",
    description: "Of orders",
    rotates: false,
    versions: [],
  } as const;
  await step(
    "values that could not be read before the sign-in are read again after it",
    telling(
      () =>
        out
          ? { ok: false, code: "signed-out", error: "You are not signed in." }
          : { ok: true, rows: [detail], total: 1 },
      { signIn: { status: "signed-out" } },
    ),
    async ({ tab, pages: { store } }) => {
      await tab.until("document.querySelector('.resource-main .notice')");
      out = false;
      const { signIn } = sceneOf("secrets").state;
      store.update((state) => ({ ...state, signIn }));
      await tab.until("document.querySelector('.resource-main')?.innerText.includes('Of orders')");
    },
  );

  await step("Escape leads back to the search, then closes", "secrets", async ({ tab, of }) => {
    await tab.until("document.querySelector('.secret-closed button')");
    await tab.reach("document.querySelector('.secret-closed button')", "focus");
    await tab.press("Escape");
    assert.equal(await tab.evaluate("document.activeElement.type"), "search");
    await tab.press("Escape");
    await untilAsked(() => of("closeWindow").length === 1);
  });

  await step(
    "a list that wants a sign-in is read again after each, also when one was there before",
    sceneOf("secrets-signed-out", { state: { signIn: { status: "signed-in", until: 1 } } }),
    async ({ tab, pages: { store }, of, sent }) => {
      await tab.until("document.querySelector('.state .button')");
      assert.deepEqual(of("refreshResources"), []);
      store.update((state) => ({ ...state, signIn: { ...state.signIn, until: 2 } }));
      assert.equal((await sent("refreshResources", 1)).length, 1);
    },
  );

  await step("signed out, the one button signs in", "secrets-signed-out", async (shown) => {
    await shown.tab.until("document.querySelector('.state .button')");
    assert.equal((await textAt(shown, ".state .button")).trim(), "Sign in");
    await shown.tab.reach("document.querySelector('.state .button')");
    await untilAsked(() => shown.of("signIn").length === 1);
  });

  await step("of 10,000 secrets only those in view are in the page", "secrets-many", async ({ tab }) => {
    await tab.until("document.querySelector('[role=option]')");
    const options = await tab.evaluate<number>("document.querySelectorAll('[role=option]').length");
    assert.ok(options < 150, `${options} rows`);
  });

  for (const [width, height] of [[460, 300], [340, 640]] as const) {
    await step(`nothing is wider than ${width} px`, sceneOf("secrets", { width, height }), async (shown) => {
      const { tab } = shown;
      await tab.until("document.querySelector('.secret-closed')");
      const wide = await tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(wide <= 0, `${wide} px too wide`);
    });
  }
});
