/* Sharing a link with the system's dialog, where there is one. */

/** Make a button share a link, or hide it where sharing is not possible. */
export function connectShare(button, { title, url }) {
  button.hidden = !navigator.share;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      if (error.name !== "AbortError") throw error; // the reader has closed the dialog
    }
  });
}
