/* The ways out of a running match: giving up, breaking off, claiming the win. Each is asked about once more. */

const part = (name) => document.getElementById(name);

/** Open a dialog; `act` is called if it is answered with yes. */
export function askFirst(dialog, act) {
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue === "yes") act();
  };
  dialog.showModal();
}

export class Tools {
  #offers = false;

  /** `send(frame)` sends a frame. */
  constructor(send) {
    this.send = send;
    part("ask-resign").addEventListener("click", () => askFirst(part("resign"), () => send({ type: "resign" })));
    part("ask-break-off").addEventListener("click", () => {
      if (this.#offers) this.offer(true);
      else this.breakOff();
    });
  }

  /** Show what can be done in this state. */
  show({ me, status, seats, early, offers }) {
    part("tools").hidden = me === null || status !== "running";
    if (part("tools").hidden) return;
    const others = seats.filter((sitter, seat) => seat !== me && !sitter.by_site && !sitter.stand_in);
    this.#offers = !early && others.length > 0;
    const gone = seats[me].left;
    part("ask-resign").hidden = early || gone;
    part("ask-break-off").hidden = gone || offers.abort.includes(me);
    part("ask-break-off").textContent = this.#offers ? gettext("Offer to abort") : gettext("Abort");
  }

  claim = () => askFirst(part("claim-win"), () => this.send({ type: "claim_win" }));

  breakOff = () => askFirst(part("break-off"), () => this.offer(true));

  /** Nobody is there any more who could have played: it is they who have left. */
  breakOffAlone = () => askFirst(part("break-off"), () => this.send({ type: "claim_win" }));

  offer = (on) => this.send({ type: "abort", on });

  back = () => this.send({ type: "back" });
}
