/** What a client speaks through: a WebSocket of a browser, of Node, or of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(): void;
  addEventListener(kind: "open" | "message" | "close" | "error", hear: (event: any) => void): void;
}

/** An event of a table, with the news and the outcome of this game. */
export interface TableEvent extends Omit<Protocol.Event, "news" | "move" | "outcome"> {
  readonly news?: ReadonlyArray<News>;
  readonly move?: Move;
  readonly outcome?: Outcome;
}

/** What a seat sees of its table. */
export interface Seen extends Omit<Protocol.DoneView, "view" | "outcome"> {
  readonly view: View;
  readonly outcome?: Outcome;
}

/** What became of a move: it was played, the rules refuse it, or something has happened since `at`. */
export type Played = Protocol.DonePlay | Protocol.Refused | Protocol.Stale;

export interface Since {
  readonly n: number;
  readonly events: ReadonlyArray<TableEvent>;
}

/** A request that could not be served; its code is for programs, its message for people. */
export class TableError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly wait?: number,
  ) {
    super(sentence);
    this.name = "TableError";
  }
}

type Waiting = { done: (answer: any) => void; failed: (error: Error) => void };

/**
 * Speaks the table protocol. Every request is a promise of its answer; what happens at the tables that you sit at or
 * watch goes to those who called `hear`.
 */
export class Client {
  #socket: Socket;
  #last = 0;
  #ended = "";
  #waiting = new Map<number, Waiting>();
  #hearers = new Set<(table: string, event: TableEvent) => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(String(data))));
    socket.addEventListener("close", () => this.#end("The connection is closed."));
    socket.addEventListener("error", () => this.#end("The connection has failed."));
  }

  /** Connect, for example to `ws://127.0.0.1:8000/tables`. */
  static connect(url: string, make: (url: string) => Socket = ownSocket): Promise<Client> {
    return new Promise((done, failed) => {
      const socket = make(url);
      const client = new Client(socket);
      socket.addEventListener("open", () => done(client));
      socket.addEventListener("error", () => failed(new TableError("closed", `Nobody answers at ${url}.`)));
    });
  }

  /** Hear every event; call what it returns to hear no more. */
  hear(hearer: (table: string, event: TableEvent) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  hello(): Promise<Protocol.DoneHello> {
    return this.#done({ do: "hello", version: PROTOCOL_VERSION });
  }

  ping(): Promise<Protocol.DonePing> {
    return this.#done({ do: "ping" });
  }

  /** Open a table. The tokens in the answer are for those who are to sit there. */
  open(table: {
    flow: string;
    preset?: string;
    settings?: { readonly [name: string]: unknown };
    options?: Protocol.Options;
  }): Promise<Protocol.DoneNew> {
    return this.#done({ do: "new", ...table });
  }

  /** Open a table with a saved game. */
  load(table: { flow: string; save: string; options?: Protocol.Options }): Promise<Protocol.DoneLoad> {
    return this.#done({ do: "load", ...table });
  }

  sit(table: string, token: string, since?: number): Promise<Since & { readonly seat: unknown }> {
    return this.#done({ do: "sit", table, token, since: since ?? null });
  }

  watch(table: string, since?: number): Promise<Since> {
    return this.#done({ do: "watch", table, since: since ?? null });
  }

  view(table: string): Promise<Seen> {
    return this.#done({ do: "view", table });
  }

  async moves(table: string): Promise<ReadonlyArray<Move>> {
    const { moves } = await this.#done<{ moves: ReadonlyArray<Move> }>({ do: "moves", table });
    return moves;
  }

  async why(table: string, move: Move): Promise<Why> {
    const { why } = await this.#done<{ why: Why }>({ do: "why", table, move });
    return why;
  }

  /** Make a move: with `at`, only if nothing has moved since that number; with `once`, not again if sent again. */
  play(table: string, move: Move, also: { at?: number; once?: string } = {}): Promise<Played> {
    return this.#ask({ do: "play", table, move, ...also });
  }

  takeBack(table: string, also: { at?: number; once?: string } = {}): Promise<Played> {
    return this.#ask({ do: "take_back", table, ...also });
  }

  events(table: string, since: number): Promise<Since> {
    return this.#done({ do: "events", table, since });
  }

  leave(table: string): Promise<Protocol.DoneLeave> {
    return this.#done({ do: "leave", table });
  }

  async save(table: string): Promise<string> {
    const { save } = await this.#done<{ save: string }>({ do: "save", table });
    return save;
  }

  close(): void {
    this.#socket.close();
  }

  /** The answer to a request: what was done, a refusal, or what is new; an error is thrown. */
  #ask<Answer>(request: object): Promise<Answer> {
    const id = ++this.#last;
    if (this.#ended) return Promise.reject(new TableError("closed", this.#ended));
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      this.#socket.send(JSON.stringify({ id, ...request }));
    });
  }

  /** The answer to a request that can only be done or go wrong. */
  async #done<Answer>(request: object): Promise<Answer> {
    const answer: any = await this.#ask(request);
    if (answer.answer === "done") return answer;
    throw new TableError(answer.code ?? answer.answer, answer.sentence ?? "Something has happened since.");
  }

  #receive(message: any): void {
    if (message.event) {
      for (const hearer of this.#hearers) hearer(message.table, message.event);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.answer !== "error") waiting?.done(message);
    else if (waiting) waiting.failed(new TableError(message.code, message.sentence, message.wait));
    else this.#fail(message.sentence);
  }

  /** Nobody will answer any more. */
  #end(sentence: string): void {
    this.#ended ||= sentence;
    this.#fail(sentence);
  }

  #fail(sentence: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(new TableError("closed", sentence));
  }
}

const ownSocket = (url: string): Socket => new (globalThis as any).WebSocket(url);
