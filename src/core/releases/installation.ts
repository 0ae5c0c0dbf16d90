/** How this Kedge was installed. */
export type Installation = "deb" | "homebrew" | "scoop" | "winget" | "installer" | "archive" | "source";

/** How to update Kedge, in words, and with a command for a terminal if there is one. */
interface HowToUpdate {
  readonly words: string;
  readonly command?: string;
}

/** Returns how to update to that version for this kind of installation. Kedge never replaces itself. */
export function howToUpdate(installation: Installation, version: string): HowToUpdate {
  switch (installation) {
    case "deb":
      return {
        words: "Download its .deb package, then install it over this one.",
        command: `sudo apt install ./kedge_${version}_$(dpkg --print-architecture).deb`,
      };
    case "homebrew":
      return { words: "Update it with Homebrew.", command: "brew upgrade --cask kedge" };
    case "scoop":
      return { words: "Update it with Scoop.", command: "scoop update kedge" };
    case "winget":
      return { words: "Update it with winget.", command: "winget upgrade Kedge.Kedge" };
    case "installer":
      return { words: "Download its zip file and run install.ps1 from it, as before." };
    case "archive":
      return { words: "Download its archive, quit Kedge, and put the new files in place of the old ones." };
    case "source":
      return { words: "This Kedge runs from its sources.", command: "git pull" };
  }
}
