"""From nothing to the networks, with two commands:

    python -m models.training prepare --photos ../shared/photos     draws crops and trays, cuts photographs; resumes
    python -m models.training train --photos ../shared/photos       trains and exports all networks; resumes

Without --photos both work with rendered pictures alone. Everything goes to --folder (git-ignored); `export` alone makes
the ONNX files and cards anew from the checkpoints.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

if TYPE_CHECKING:
    from torch import nn

    from models.training.loop import Task

Job = tuple[Callable[[Path, int], None], Path, int]
app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False)

Folder = Annotated[Path, typer.Option(help="Where banks and checkpoints lie; git-ignored.")]
Photos = Annotated[Path | None, typer.Option(help="The folder of real photographs with its index.csv.")]
Threads = Annotated[int, typer.Option(help="Cores for training.")]


@app.command()
def prepare(
    folder: Folder = Path(".training"),
    photos: Photos = None,
    surfaces: Annotated[
        Path | None, typer.Option(help="A folder of pictures of floors to lay dice on, for shards not yet drawn.")
    ] = None,
    crop_shards: Annotated[int, typer.Option(help="Of 4,096 crops each; 60 are enough for a first training.")] = 60,
    d4_shards: Annotated[int, typer.Option(help="Of 4,096 crops of d4 each.")] = 16,
    tray_shards: Annotated[int, typer.Option(help="Of 128 pictures each.")] = 60,
    processes: int = 2,
) -> None:
    """Draw the banks of rendered pictures and cut the photographs."""
    from models.training import bank, trays
    from models.training import photos as photographs
    from models.training.surfaces import NAME, gather

    if surfaces is not None:
        typer.echo(f"{gather(surfaces, folder / NAME)} surfaces")
    jobs: list[Job] = [
        (bank.draw_shard, folder / "bank", number) for number in (*range(crop_shards), bank.HELD_BACK_SEED)
    ]
    jobs += [(bank.draw_d4_shard, folder / "d4", number) for number in (*range(d4_shards), bank.HELD_BACK_SEED)]
    jobs += [(trays.draw_shard, folder / "trays", number) for number in range(tray_shards)]
    for place in ("bank", "d4", "trays"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    with Progress() as progress, ProcessPoolExecutor(processes) as pool:
        shown = progress.add_task("drawing dice that do not exist", total=len(jobs))
        for done in as_completed([pool.submit(draw, place, number) for draw, place, number in jobs]):
            done.result()
            progress.advance(shown)
    if photos is not None:
        from models.training import collage

        collage.draw_shards(folder / "trays", tray_shards // 4, photos / "index.csv")
        for split, name in (("train", "real"), ("dev", "dev")):
            typer.echo(
                f"{photographs.prepare(photos / 'index.csv', split, folder / name)} crops of {split} photographs"
            )


@app.command()
def train(
    network: Annotated[str, typer.Argument(help="finder, upright, face, d4 or all.")] = "all",
    folder: Folder = Path(".training"),
    photos: Photos = None,
    steps: Annotated[int, typer.Option(help="0 is each network's usual length.")] = 0,
    rate: float = 2e-3,
    start_from: Annotated[Path | None, typer.Option(help="A checkpoint whose weights are kept.")] = None,
    teacher: Annotated[
        Path | None,
        typer.Option(help="A folder, not models/, with a face or upright network of before, to be learned from too."),
    ] = None,
    threads: Threads = 2,
    seed: int = 1,
) -> None:
    """Train, from where an earlier run stopped, and export."""
    import torch

    from models.training.export import MODELS, export
    from models.training.loop import Plan
    from models.training.loop import train as run
    from models.training.quantise import shrink

    torch.set_num_threads(threads)
    for name in NETWORKS if network == "all" else (network,):
        plan = Plan(steps=steps or USUAL_STEPS[name], rate=rate, folder=folder, start_from=start_from)
        export(name, run(_task(name, folder, photos, seed, teacher), plan, typer.echo))
        typer.echo(shrink(name, MODELS, folder))


USUAL_STEPS = {"finder": 6000, "upright": 12_000, "face": 40_000, "d4": 8000}
NETWORKS = tuple(USUAL_STEPS)


def _task(name: str, folder: Path, photos: Path | None, seed: int, teachers: Path | None) -> "Task":
    if name == "finder":
        from models.training.finder import FinderTask, photographs

        return FinderTask(folder, photographs(photos / "index.csv") if photos else [], seed)
    from models.training.real import RealCrops

    real = RealCrops(folder / "real", d4_only=name == "d4") if photos else None
    if real is not None and len(real) == 0:  # d4 before `turns` has told which way up they are
        real = None
    if name == "d4":
        from models.training.d4 import D4Task

        return D4Task(folder, real, seed)
    from models.training.export import SHAPES
    from models.training.face import FaceTask
    from models.training.teacher import Teacher
    from models.training.upright import UprightTask

    teacher = Teacher(teachers, name, SHAPES[name][3]) if teachers else None
    return (UprightTask if name == "upright" else FaceTask)(folder, real, seed, teacher)


@app.command()
def factor(
    network: Annotated[str, typer.Argument(help="upright or face.")],
    start_from: Annotated[Path, typer.Option(help="A checkpoint of the network with whole layers.")],
    out: Annotated[Path, typer.Option(help="Where the weights to start from are written.")],
    folder: Folder = Path(".training"),
) -> None:
    """Split every layer as models/training/nets.py names it now: a start for `train --teacher`."""
    import torch

    from models.training.face import FaceTask
    from models.training.factor import CROPS, factored
    from models.training.nets import WHOLE, FaceNet, UprightNet
    from models.training.upright import UprightTask

    if network not in ("face", "upright"):
        raise typer.BadParameter(f"{network!r} is neither face nor upright")
    task = FaceTask(folder, None) if network == "face" else UprightTask(folder)
    make = FaceNet if network == "face" else UprightNet
    whole = make(WHOLE)
    whole.load_state_dict(torch.load(start_from, weights_only=True)["average"])
    crops: list[torch.Tensor] = []
    while sum(len(batch) for batch in crops) < CROPS:
        crops.append(task.drawn()[0])
    torch.save({"average": factored(whole.eval(), make().eval(), torch.cat(crops))}, out)
    typer.echo(f"{out}: of {_size(whole)} weights {_size(make())} are left")


def _size(net: "nn.Module") -> int:
    return sum(each.numel() for each in net.parameters())


@app.command()
def turns(folder: Folder = Path(".training"), photos: Photos = None, threads: Threads = 1) -> None:
    """Let the networks tell which way up the numerals of real training crops are, so that they can be learned from; and
    lay these dice on other trays."""
    if photos is not None and not (photos / "index.csv").exists():
        raise typer.BadParameter(f"{photos} holds no index.csv")
    import torch

    from models.training.laid import forget, lay
    from models.training.nets import FaceNet, UprightNet
    from models.training.turns import tell_turns

    torch.set_num_threads(threads)  # beside other work several wait for one another more than they do
    nets = []
    for make, name in ((FaceNet, "face"), (UprightNet, "upright")):
        net = make()
        net.load_state_dict(torch.load(folder / f"{name}.pt", weights_only=True)["average"])
        nets.append(net.eval())
    typer.echo(tell_turns(folder / "real", nets[0], nets[1]))
    forget(folder / "real")
    if photos is not None:
        try:
            typer.echo(f"{lay(photos / 'index.csv', folder / 'real')} crops of these dice on other trays")
        except (OSError, ValueError) as trouble:
            raise typer.BadParameter(str(trouble)) from trouble


@app.command()
def fit(
    rendered: Annotated[list[Path], typer.Argument(help="Folders made by `dice-reader studio --held-back`.")],
    photos: Photos = None,
    threads: Threads = 2,
) -> None:
    """Measure doubt on held-back renders and training photographs, and write the thresholds into the face's card."""
    from models.training.export import MODELS
    from models.training.fit import fit as measure
    from models.training.fit import write
    from models.training.gather import gather
    from reader.vision.look import Eye

    eye = Eye.open(threads=threads)
    indexes: list[tuple[Path, str | None]] = [(folder / "index.csv", None) for folder in rendered]
    indexes += [(photos / "index.csv", "train")] if photos else []
    noted = gather(eye, indexes)
    fitted = measure(noted, eye.classifier.face.card.thresholds | eye.finder.card.thresholds)
    write(MODELS / "face.json", fitted)
    typer.echo(f"{len(noted)} dice: {fitted.report}")


@app.command()
def collages(
    photos: Annotated[Path, typer.Option(help="The folder of real photographs with its index.csv.")],
    out: Annotated[Path, typer.Option(help="For the pictures and their index.csv; never inside the project.")],
    split: str = "dev",
    count: int = 150,
    width: int = 1280,
    hard: Annotated[bool, typer.Option("--hard", help="In bad light, out of focus, on clutter.")] = False,
    small: Annotated[bool, typer.Option("--small", help="Dice of a thirtieth to a sixteenth of the width.")] = False,
    seed: int = 1,
    surfaces: Annotated[
        Path | None, typer.Option(help="What prepare made of such pictures; on those that are held back dice are laid.")
    ] = None,
    bare: Annotated[bool, typer.Option("--bare", help="The same without dice.")] = False,
) -> None:
    """Lay real dice that were photographed from above on other trays: what their readings owe to their own."""
    from models.training.collage import shoot
    from models.training.surfaces import Surfaces

    grounds = Surfaces(surfaces, held_back=True) if surfaces else None
    if grounds is not None and not len(grounds):
        raise typer.BadParameter(f"{surfaces} holds no surfaces that are held back; run prepare --surfaces first")
    try:
        dice = shoot(photos / "index.csv", split, out, count, width, hard, small, seed, grounds, bare)
    except (OSError, ValueError) as trouble:
        raise typer.BadParameter(str(trouble)) from trouble
    typer.echo(f"{dice} dice in {count} pictures in {out}")


@app.command("export")
def export_all(folder: Folder = Path(".training")) -> None:
    """Write the ONNX files and their cards anew from the checkpoints, in eight bits where that loses nothing."""
    from models.training.export import MODELS, export
    from models.training.quantise import shrink

    for name in NETWORKS:
        typer.echo(str(export(name, folder / f"{name}.pt")))
        typer.echo(shrink(name, MODELS, folder))


if __name__ == "__main__":
    app()
