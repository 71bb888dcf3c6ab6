import pg from 'pg';

/** How the rows of a statement are read: what pg makes anew of every description of them. */
interface Shape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** The part of pg's result that reads rows. */
type RowReader = Shape & { addFields(fields: unknown): void };

interface Wire {
  /** Gathers the messages of a statement, and sends them in one piece. */
  readonly gathered: pg.Connection;
  /** The same, without asking how its rows look. */
  readonly undescribed: pg.Connection;
  /** By the name of a statement that this connection has planned. */
  readonly shapes: Map<string, Shape>;
}

const wires = new WeakMap<pg.Connection, Wire>();

function wireOf(connection: pg.Connection): Wire {
  let wire = wires.get(connection);
  if (!wire) {
    const describe = { value: () => undefined };
    wire = {
      gathered: gathering(connection, {}),
      undescribed: gathering(connection, { describe }),
      shapes: new Map(),
    };
    wires.set(connection, wire);
  }
  return wire;
}

// Each message is a buffer and a write of its own in pg; together they are one of each.
function gathering(connection: pg.Connection, more: PropertyDescriptorMap): pg.Connection {
  const parts: Buffer[] = [];
  const gathered: pg.Connection = Object.create(connection, {
    ...more,
    _send: { value: (part: Buffer) => parts.push(part) },
    sync: {
      value: () => {
        Reflect.apply(connection.sync, gathered, []);
        const whole = Buffer.concat(parts.splice(0));
        if (connection.stream.writable) connection.stream.write(whole);
      },
    },
  });
  return gathered;
}

/**
 * A statement under a name, which PostgreSQL plans once a connection. How its rows look is asked once as well: PostgreSQL
 * refuses a planned statement whose rows would look otherwise. Answers go to `callback`, in the order of asking.
 */
export class PlannedQuery extends pg.Query {
  declare name: string;
  declare private readonly _result: RowReader;
  declare private _accumulateRows: boolean;
  declare private wire: Wire;

  constructor(
    name: string,
    text: string,
    values: unknown[],
    callback: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, values, callback);
    this.name = name;
    const { submit } = this;
    this.submit = (connection) => {
      this.wire = wireOf(connection);
      const shape = this.wire.shapes.get(name);
      if (shape) Object.assign(this._result, shape);
      this._accumulateRows = true;
      return Reflect.apply(submit, this, [shape ? this.wire.undescribed : this.wire.gathered]);
    };
  }

  /** In the place of pg's own. */
  handleRowDescription({ fields }: { readonly fields: unknown }): void {
    this._result.addFields(fields);
    const { _parsers, _prebuiltEmptyResultObject } = this._result;
    this.wire.shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}
