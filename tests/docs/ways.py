"""The ways of a definition, a move and a picture through Phasebook, as flows: the documentation draws them."""

from phasebook import Flow, State


class OneDefinition(Flow):
    """Everything is made from one class."""

    definition = State("Your flow", initial=True)
    chart = State("Chart: the flow as data")
    engine = State("Engine", final=True)
    pictures = State("Pictures and tables", final=True)
    checks = State("Findings and defects", final=True)
    exports = State("Exports", final=True)

    read = definition.to(chart)
    compile = chart.to(engine)
    draw = chart.to(pictures)
    check = chart.to(checks)
    export = chart.to(exports)


class WayOfAMove(Flow):
    """From the text that a client sends to what each seat hears."""

    text = State("Text from a client", initial=True)
    move = State("Move of this flow")
    own = State("Move of its own seat")
    taken = State("Row whose guards all hold")
    settling = State("Next game")
    heard = State("New snapshot, and news for each seat", final=True)
    refused = State("Refusal, with a sentence", final=True)

    # fmt: off
    is_read             = text.to(move)
    is_not_readable     = text.to(refused)
    seat_may_send_it    = move.to(own)
    is_for_another_seat = move.to(refused)
    rows_are_tried      = own.to(taken)
    no_row_is_left      = own.to(refused)
    effects_are_applied = taken.to(settling)
    consequence_follows = settling.to(settling)
    nothing_follows     = settling.to(heard)
    # fmt: on


class WayOfAPicture(Flow):
    """From a chart to a file."""

    chart = State("Chart", initial=True)
    scene = State("Scene: what is shown and marked, in which words")
    text = State("Mermaid, PlantUML, D2, tables", final=True)
    dot = State("DOT")
    pdf = State("PDF", final=True)
    drawn = State("SVG as Graphviz draws it")
    svg = State("SVG for readers, light and dark")
    png = State("PNG", final=True)
    html = State("Explorer page", final=True)

    # fmt: off
    choose_what_to_show = chart.to(scene)
    write_dot           = scene.to(dot)
    write_text          = scene.to(text)
    print               = dot.to(pdf)
    render              = dot.to(drawn)
    finish              = drawn.to(svg)
    rasterise           = svg.to(png)
    add_the_walk        = svg.to(html)
    # fmt: on
