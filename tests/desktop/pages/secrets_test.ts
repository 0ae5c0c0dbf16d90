import assert from "node:assert/strict";
import type { Shown } from "../gallery/show.ts";
import type { ListedSecret } from "../../../src/pages/secrets/page.ts";
import { heldList, heldResources } from "../../support/pages/resources.ts";
import { waitFor } from "../harness/mod.ts";
import { answering, sceneOf, stageTest, textAt } from "./steps.ts";

const read = async ({ tab }: Shown) => {
  await tab.until("document.querySelector('.secret-closed')");
  await tab.press("Enter");
  await tab.until("document.activeElement?.closest('.resource-main')");
};
const change =
  "[...document.querySelectorAll('.resource-foot button')].find((one) => one.innerText.includes('Change'))";

/** Waits until the page has asked for something. */
const untilAsked = (holds: () => boolean) => waitFor(`${holds}`, holds);

stageTest("the secrets page", async (_, stage, t) => {
  const show = (name: string, params: Record<string, string>) => {
    const scene = sceneOf(name);
    return answering(stage, { ...scene, params: { ...scene.params, ...params } });
  };

  await t.step("nothing is read before somebody asks", async () => {
    const { shown, of } = await show("secrets", {});
    await shown.tab.until("document.querySelector('.secret-closed')");
    await shown.tab.press("ArrowDown", "ArrowDown", "ArrowUp");
    await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('Payment')");
    assert.deepEqual([...of("readSecret"), ...of("showSecret"), ...of("copySecret")], []);
    await shown.close();
  });

  await t.step("Enter reads, arrows lead to a key, Enter copies it without showing it", async () => {
    const { shown, of } = await show("secrets", {});
    await read(shown);
    await shown.tab.press("ArrowDown", "Enter");
    await shown.tab.until("document.shownText.includes('password copied')");
    assert.equal(of("readSecret").length, 1);
    const copied = of("copySecret").map(({ id, key, quiet }) => [id, key, quiet]);
    assert.deepEqual(copied, [["shop/orders-db", "password", true]]);
    assert.equal(of("showSecret").length, 0);
    assert.equal(await shown.tab.evaluate("document.querySelectorAll('.secret-value').length"), 0);
    await shown.close();
  });

  const manyKeys = Array.from({ length: 140 }, (_, n) => `KEY_${n}`).with(90, "STRIPE_TOKEN");
  const showMany = () => {
    const scene = sceneOf("secrets");
    const value = { kind: "secret", binary: false, bytes: 9000, keys: manyKeys, version: "1" };
    return answering(stage, scene, {
      dispatch: (command, window) =>
        command.name === "readSecret"
          ? Promise.resolve({ ok: true, value })
          : scene.pages!.dispatch!(command, window),
    });
  };

  await t.step("of many keys one is found by typing, and Enter copies it", async () => {
    const { shown, of } = await showMany();
    await read(shown);
    // Letters go from the first key into the field.
    for (const letter of "str") await shown.tab.press(letter);
    await shown.tab.until(
      "document.activeElement.ariaLabel === 'Find a key' && document.activeElement.value === 'str'",
    );
    await shown.tab.until("document.querySelectorAll('.secret-key').length === 1");
    await shown.tab.press("Enter");
    await shown.tab.until("document.shownText.includes('STRIPE_TOKEN copied')");
    assert.deepEqual(of("copySecret").map(({ key }) => key), ["STRIPE_TOKEN"]);
    await shown.tab.press("ArrowDown");
    await shown.tab.until("document.activeElement.title === 'Copy STRIPE_TOKEN'");
    await shown.tab.press("x", "Escape");
    await shown.tab.until("document.querySelectorAll('.secret-key').length === 140");
    await shown.close();
  });

  await t.step("of many keys one is changed and one added without passing the others", async () => {
    const { shown, of } = await showMany();
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
    assert.deepEqual(of("compareSecret").at(-1)!.change, {
      set: [["STRIPE_TOKEN", "new"], ["MORE", "value"]],
      remove: [],
    });
    await shown.close();
  });

  for (
    const [scene, says] of [["secrets-gone", "does not exist"], ["secrets-deleted", "to be deleted"]] as const
  ) {
    await t.step(`${scene}: nothing is read or offered of it`, async () => {
      const { shown, of } = await show(scene, {});
      await shown.tab.until(`document.querySelector(".resource-main").innerText.includes("${says}")`);
      await shown.tab.press("Enter", "Control+Enter");
      await shown.settle();
      assert.deepEqual([of("readSecret"), of("copySecret")], [[], []]);
      const buttons = await textAt(shown, ".resource-main section[aria-label=Value]");
      assert.doesNotMatch(buttons + await textAt(shown, ".resource-foot"), /Read|Copy|Change/);
      await shown.close();
    });
  }

  await t.step("a window that is opened at a secret reads it at once", async () => {
    const { shown, of } = await show("secrets", { secret: "shop/payment" });
    await shown.tab.until("document.activeElement?.closest('.resource-main')");
    assert.deepEqual(of("readSecret").map(({ id }) => id), ["shop/payment"]);
    await shown.tab.press("Enter");
    await shown.tab.until("document.shownText.includes('copied')");
    assert.deepEqual(of("copySecret").map(({ key }) => key), ["username"]);
    await shown.close();
  });

  for (
    const [how, params, asker] of [
      ["as its window opens", { secret: "shop/payment" }, null],
      ["by its row", {}, ".resource-search input"],
      ["by its button", {}, ".secret-closed .marked"],
    ] as const
  ) {
    await t.step(`Enter while a secret is read ${how} copies its first key once it comes`, async () => {
      const scene = sceneOf("secrets");
      const come = Promise.withResolvers<void>();
      const { shown, of } = await answering(stage, { ...scene, params: { ...scene.params, ...params } }, {
        dispatch: async (command, window) => {
          if (command.name === "readSecret") await come.promise;
          return await scene.pages!.dispatch!(command, window);
        },
      });
      const { tab } = shown;
      if (asker !== null) {
        await tab.until("document.querySelector('.secret-closed')");
        await tab.reach(`document.querySelector('${asker}')`, "focus");
        await tab.press("Enter");
      }
      await tab.until("document.querySelector('section[aria-label=Value] .skeleton')");
      await untilAsked(() => of("readSecret").length > 0);
      await tab.press("Enter");
      await shown.settle();
      come.resolve();
      await tab.until("document.shownText.includes(' copied.')");
      assert.deepEqual([of("readSecret").length, of("copySecret").length], [1, 1]);
      await shown.close();
    });
  }

  for (
    const [meant, then, focused] of [
      [{ secret: "shop/payment" }, "the secret that was meant is read", ".resource-main"],
      [{}, "one types to find", ".resource-search"],
    ] as const
  ) {
    await t.step(`of several roles one is chosen first, by keys; then ${then}`, async () => {
      const scene = sceneOf("secrets");
      const reads: unknown[] = [];
      const choose = { trouble: "choose", message: "You have several roles in shop-production." };
      const { secrets } = scene.pages!.resources!;
      const { tab, close } = await stage.show({ ...scene, params: { ...scene.params, ...meant } }, {
        pages: {
          ...scene.pages,
          resources: heldResources({
            secrets: {
              ...secrets,
              list: (place) =>
                place.role === undefined
                  ? heldList<ListedSecret>([], { at: null, role: null, faults: [choose] })
                  : secrets.list(place),
            },
          }),
          dispatch(command, window) {
            if (command.name === "readSecret") reads.push([command.id, command.role]);
            return scene.pages!.dispatch!(command, window);
          },
        },
      });
      await tab.until("document.activeElement?.innerText.trim() === 'Operator'");
      await tab.press("ArrowDown", "Enter");
      await tab.until(`document.activeElement?.closest('${focused}')`);
      assert.deepEqual(reads, "secret" in meant ? [["shop/payment", "ReadOnlyAccess"]] : []);
      await close();
    });
  }

  await t.step("a value is asked for one key at a time, and goes with the next secret", async () => {
    const { shown, of } = await show("secrets", {});
    await read(shown);
    await shown.tab.press("ArrowRight", "Enter");
    await shown.tab.until("document.querySelector('.secret-value')");
    assert.deepEqual(of("showSecret").map(({ key }) => key), ["username"]);
    await shown.tab.press("Escape", "ArrowDown");
    await shown.tab.until("document.querySelector('.resource-head')?.innerText.includes('Payment')");
    assert.equal(
      await shown.tab.evaluate("document.shownText.includes('only shown for a while')"),
      false,
    );
    await shown.close();
  });

  /** Enters another user for the secret, and shows the difference. */
  const compared = async (shown: Shown) => {
    await read(shown);
    await shown.tab.reach(change);
    await shown.tab.until("document.querySelector('.question')");
    await shown.tab.type("new-user");
    await shown.tab.press("Enter");
    await shown.tab.until("document.querySelector('.secret-difference')");
  };

  await t.step("in production a change is compared first, and written once the name is typed", async () => {
    const { shown, of } = await show("secrets", {});
    await compared(shown);
    assert.equal(of("writeSecret").length, 0);
    const marked = "document.querySelector('.question [type=submit]')";
    assert.equal(await shown.tab.evaluate(`${marked}.disabled`), true);
    await shown.tab.type("shop-production");
    await shown.tab.until(`!${marked}.disabled`);
    await shown.tab.press("Enter");
    await shown.tab.until("!document.querySelector('.question')");
    const written = of("writeSecret").map(({ change, typed, version }) => ({ change, typed, version }));
    assert.deepEqual(written, [{
      change: { set: [["username", "new-user"]], remove: [] },
      typed: "shop-production",
      version: "7d1f3c5e-8f4d-4a8e-9a0e-3f2f5b0d9c11",
    }]);
    await shown.close();
  });

  await t.step("a value of several lines that is pasted keeps them, below dots", async () => {
    const { shown, of } = await show("secrets", {});
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
    assert.equal(
      await tab.evaluate(
        "getComputedStyle(document.activeElement).getPropertyValue('-webkit-text-security')",
      ),
      "disc",
    );
    await tab.type("more");
    await tab.reach("document.querySelector('.question [type=submit]')");
    await waitFor("the comparison", () => of("compareSecret").length > 0);
    assert.deepEqual(of("compareSecret").map(({ change }) => change), [
      { set: [["username", "kept-----BEGIN\nabc\n-----END\nmore"]], remove: [] },
    ]);
    await shown.close();
  });

  await t.step("a secret with keys can be replaced as a whole, and back", async () => {
    const { shown, of } = await show("secrets", {});
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
    await waitFor("the comparison", () => of("compareSecret").length > 0);
    assert.deepEqual(of("compareSecret").map(({ change }) => change), [{ text: "{}" }]);
    await shown.close();
  });

  await t.step("what was entered is lost by no single Esc, and by no click beside it", async () => {
    const { shown, of } = await show("secrets", {});
    await compared(shown);
    await shown.tab.press("Escape");
    await shown.tab.until("document.querySelector('.question input')?.value === 'new-user'");
    // A text that is selected from the field to beyond the edge ends in a click there.
    await shown.tab.evaluate(
      "void document.querySelector('.veil').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    await shown.settle();
    assert.equal(await shown.tab.evaluate("Boolean(document.querySelector('.question'))"), true);
    await shown.tab.press("Escape");
    await shown.tab.until("document.querySelector('.question [role=alert]')?.innerText.includes('discards')");
    await shown.tab.type("s");
    await shown.tab.until("!document.querySelector('.question [role=alert]')");
    await shown.tab.press("Escape");
    await shown.tab.until("document.querySelector('.question [role=alert]')");
    await shown.tab.evaluate(
      "void document.querySelector('.veil').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))",
    );
    await shown.tab.until("!document.querySelector('.question')");
    assert.equal(of("writeSecret").length, 0);
    await shown.close();
  });

  await t.step("opening the window again throws nothing away that is being entered", async () => {
    const { shown, of } = await show("secrets", {});
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
    const reads = of("readSecret").length;
    await shown.tab.press("Escape");
    await shown.tab.until("document.querySelector('.question input')?.value === 'new-user'");
    await shown.tab.press("Escape", "Escape");
    await shown.tab.until("!document.querySelector('.question')");
    assert.equal(of("readSecret").length, reads);
    await raise({});
    await untilAsked(() => of("readSecret").length > reads);
    await shown.close();
  });

  await t.step("what could not be told of a secret is asked for again", async () => {
    const scene = sceneOf("secrets");
    let reads = 0;
    const shown = await stage.show(scene, {
      pages: {
        ...scene.pages,
        resources: heldResources({
          secrets: {
            list: () => heldList<ListedSecret>([{ kind: "secret", name: "a" }], {}),
            detail: () => ({
              read: () => (reads++, { ok: false, error: "Access is denied." }),
              subscribe: () => () => {},
            }),
          },
        }),
      },
    });
    await shown.tab.until("document.querySelector('.resource-main .notice button')");
    assert.equal(reads, 1);
    await shown.tab.reach("document.querySelector('.resource-main .notice button')");
    await untilAsked(() => reads === 2);
    await shown.tab.reach("document.querySelector('.resource-main .notice button')");
    await untilAsked(() => reads === 3);
    await shown.close();
  });

  await t.step(
    "what could not be told of a secret before the sign-in is asked for once it is done",
    async () => {
      const scene = sceneOf("secrets");
      const signedIn = scene.state.signIn;
      let out = true;
      const shown = await stage.show({
        ...scene,
        state: { ...scene.state, signIn: { status: "signed-out" } },
      }, {
        pages: {
          ...scene.pages,
          resources: heldResources({
            secrets: {
              list: () => heldList<ListedSecret>([{ kind: "secret", name: "a" }], {}),
              detail: () => ({
                read: () =>
                  out ? { ok: false, trouble: "signed-out", error: "You are not signed in." } : {
                    ok: true,
                    rows: [{
                      name: "a",
                      kind: "secret",
                      description: "Of orders",
                      rotates: false,
                      versions: [],
                    }],
                    total: 1,
                  },
                subscribe: () => () => {},
              }),
            },
          }),
        },
      });
      await shown.tab.until("document.querySelector('.resource-main .notice')");
      out = false;
      shown.pages.store.update((state) => ({ ...state, signIn: signedIn }));
      await shown.tab.until("document.querySelector('.resource-main')?.innerText.includes('Of orders')");
      await shown.close();
    },
  );

  await t.step("Escape leads back to the search, then closes", async () => {
    const { shown, of } = await show("secrets", {});
    await shown.tab.until("document.querySelector('.secret-closed button')");
    await shown.tab.reach("document.querySelector('.secret-closed button')", "focus");
    await shown.tab.press("Escape");
    assert.equal(await shown.tab.evaluate("document.activeElement.type"), "search");
    await shown.tab.press("Escape");
    await untilAsked(() => of("closeWindow").length === 1);
    await shown.close();
  });

  await t.step("signed out, the one button signs in", async () => {
    const { shown, of } = await show("secrets-signed-out", {});
    await shown.tab.until("document.querySelector('.state .button')");
    assert.equal((await textAt(shown, ".state .button")).trim(), "Sign in");
    await shown.tab.reach("document.querySelector('.state .button')");
    await untilAsked(() => of("signIn").length === 1);
    await shown.close();
  });

  await t.step("of 10,000 secrets only those in view are in the page", async () => {
    const { shown } = await show("secrets-many", {});
    await shown.tab.until("document.querySelector('[role=option]')");
    const options = await shown.tab.evaluate<number>("document.querySelectorAll('[role=option]').length");
    assert.ok(options < 150, `${options} rows`);
    await shown.close();
  });

  for (const [width, height] of [[460, 300], [340, 640]] as const) {
    await t.step(`nothing is wider than ${width} px`, async () => {
      const scene = sceneOf("secrets");
      const shown = await stage.show({ ...scene, width, height }, { pages: scene.pages! });
      await shown.tab.until("document.querySelector('.secret-closed')");
      const wide = await shown.tab.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(wide <= 0, `${wide} px too wide`);
      await shown.close();
    });
  }
});
