"""From a chart to plain Python: the work that an interpreter does on every event, done once.

A worked example, with the names that are really given (a test compares every line). Three rows, two of them
for an event and one a consequence:

    class Drinks(Flow):
        ready = State(initial=True)
        jammed = State(final=True)
        sold_out = State(final=True)

        pay = ready.to(ready, cond=[has_cans, is_a_price], on=sell) | ready.to(jammed, cond=has_cans)
        ready.to(sold_out, unless=has_cans)

The move, and two of the rules:

    class Pay(Move):
        coins: int

        @classmethod
        def candidates(cls, game: Machine) -> Sequence["Pay"]:
            return [cls(coins) for coins in range(1, 4)]


    def has_cans(game: Machine) -> bool:
        return game.cans > 0


    def is_a_price(game: Machine, move: Pay) -> bool:
        return move.coins in PRICES

What `step` runs when somebody pays:

    def n15(n1, n7, n2, n11, n5, n0, n3):
        def n8(snapshot, move):  # step ready pay
            game = snapshot.game
            if game.__class__ is not n1 or (move.coins.__class__ is not n7): return n2(snapshot, move)
            n9 = (game.cans > 0)  # has_cans
            if n9 is True:
                n10 = (move.coins in PRICES)  # is_a_price
                if n10:
                    game = n11(game, move)  # sell
                    if game.__class__ is not n1: game = n5(game, 'sell')
                    n12 = (game.cans > 0)  # has_cans
                    if n12 is False:
                        return n0('sold_out', game)
                    elif n12 is not True: n3('has_cans', n12)
                    return n0('ready', game)
                return n0('jammed', game)
            elif n9 is not False: n3('has_cans', n9)
            return n2(snapshot, move)

The names are explained above all functions:

    # n0  # snapshot_type
    # n1  # game_type
    # n2  # refuse
    # n3  # bad_guard
    # n4  # sure
    # n5  # without_news
    # n6  # endless
    # n7  # type int
    # n11  # effect sell

From top to bottom, and where to read why each part is right:

- `n15` is never called. It binds the names that `n8` shares with other functions (`source`, `linking`).
- The payload is checked before any guard is asked (`writer`, `payload`).
- A guard that returns one expression is written out, with its own names: `PRICES` is found because `n8`
  runs in the module of `is_a_price` (`inlining`, `expressions`). Other guards and all effects are called.
- Both rows begin with `has_cans` and share its `if`; the second row has no other guard (`branching`).
- `>` can return anything, so the answer is checked; `in` returns True or False, so it is not (`branching`).
- An effect returns a game, or a game with news, which are unpacked (`rows`).
- The consequence is written out on the spot, and asks `has_cans` again, because the game is another one by
  now (`settling`).
- Rows that wait (calls, gatherings) carry suspended callers and chosen moves beside the game, in variables with
  numbered names; a flow without such rows is written without them (`waiting`, `returning`).
- If no row was taken, the reason for the refusal is worked out from the chart (`fsm.running.reasons`).

`step_traced` is written by the same code in another dialect (`dialects`):

    n26 = n25(game, move)  # is_a_price
    trace.guards.add(('is_a_price', n26 is True))
    if n26 is True:
        trace.rows.append('ready-pay-ready')
        game = n27(game, move)  # sell
        if game.__class__ is not n1: game = n5(game, 'sell', trace)

And `legal_moves` asks the same guards about every candidate, but only once those that all rows begin with
(`legality`):

    def n38(game, found):  # legal moves ready pay
        n39 = (game.cans > 0)  # has_cans
        if n39 is not True:
            if n39 is not False: n3('has_cans', n39)
            return
        for move in ([n40(coins) for coins in range(1, 4)]):  # pay
            n41 = (move.coins in PRICES)  # is_a_price
            if n41:
                found.append(move); continue
            found.append(move); continue

Rollouts and simulations list, choose and play in one function for each leaf, a *turn*, written by the same code once
more: `rolling` has an example, `offering` and `outcomes` what is left out, `counting` what is noted.

`program` puts everything together. `Program.source` holds the text, and tracebacks show its lines.
"""
