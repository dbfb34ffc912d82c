#!/usr/bin/env python3
"""scripts/help_pages.py PROGRAM FOLDER [SCHEMA]: writes the man page and the completions for bash and zsh of a program,
all from what `PROGRAM --help` prints, so that they are never out of date. The build calls it for satbox and satbox-run.

FOLDER gets NAME.1, bash/NAME and zsh/_NAME. SCHEMA is assets/scene.schema.json, whose settings complete --set. The date
of the man page is SOURCE_DATE_EPOCH, in seconds, or today."""
import dataclasses
import json
import os
import re
import subprocess
import sys
import time

SUMMARIES = {
    "satbox": "sandbox in which 2D rigid-body collision can be seen",
    "satbox-run": "step a scene of rigid bodies without a window",
}
SEE_ALSO = {"satbox": "satbox-run", "satbox-run": "satbox"}
ENVIRONMENT = [
    ("SATBOX_SCENES", "Folder of the built-in scenes, in place of the installed one."),
    ("SATBOX_ISA", "Instruction set, as for --isa. Changes only speed, not results."),
]
# CLI11's layout: descriptions begin in this column, or on the next line if a name is too long. Releases indent names
# differently, but by less.
TEXT_COLUMN = 30
SCENE_FILES = "json|satbox"


@dataclasses.dataclass
class Entry:
    """An option or a positional argument. An option without argument has an empty `argument`."""
    names: list
    argument: str
    text: str

    def repeats(self):
        return "may be repeated" in self.text

    def sentence(self):
        """The first sentence, for completions."""
        return re.split(r"[.;] |\.$", self.text, maxsplit=1)[0]


@dataclasses.dataclass
class Help:
    name: str
    version: str
    usage: str
    about: str
    positionals: list
    options: list
    examples: list
    exit_status: str


def fail(sentence):
    sys.exit(f"help_pages.py: {sentence}")


def split_entry(line):
    """One line of a list, "  -h,--help   Text" or "  --steps N=300   Text": names, argument, text."""
    name, text = line, ""
    if re.match(r" \S", line[TEXT_COLUMN - 1:]):
        name, text = line[:TEXT_COLUMN], line[TEXT_COLUMN:]
    match = re.match(r"\s+((?:-\w,\s*)?--?[\w-]+|\w+)(?: (\S.*))?$", name.rstrip())
    if not match:
        fail(f"this line of --help is no option: {line!r}")
    return Entry(re.split(r",\s*", match[1]), match[2] or "", text)


def read_help(program, run=None):
    run = run or (lambda option: subprocess.run([program, option], check=True, text=True, stdout=subprocess.PIPE).stdout)
    name = os.path.basename(program)
    found = Help(name, run("--version").split()[-1], "", "", [], [], [], "")
    section, about = "about", []
    for line in run("--help").splitlines():
        text, indent = line.strip(), len(line) - len(line.lstrip())
        usage = re.match(rf"(?:usage:\s*)?({re.escape(name)} \[.*)$", text, re.IGNORECASE)
        if not text:
            continue
        if indent == 0 and (title := re.match(r"(positionals|options|examples):$", text, re.IGNORECASE)):
            section = title[1].lower()
        elif usage and not found.usage:
            found.usage = usage[1]
        elif section == "about":
            about.append(text)
        elif section == "examples" and indent > 0:
            found.examples.append(text)
        elif indent == 0:
            section, found.exit_status = "end", f"{found.exit_status} {text}".strip()
        elif indent < TEXT_COLUMN and (text.startswith("-") or (section == "positionals" and indent == 2)):
            getattr(found, section).append(split_entry(line))
        else:
            last = getattr(found, section)[-1]
            last.text = f"{last.text} {text}".strip()
    found.about = " ".join(about)
    if not found.usage or not found.options or not found.about:
        fail(f"{name} --help has no usage, no description or no options")
    for entry in found.options + found.positionals:
        if not entry.text:
            fail(f"{name} --help does not describe {entry.names[-1]}")
    return found


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def man_page(found, date):
    """The page in roff's man macros."""
    bold = lambda text: f"\\fB{roff(text)}\\fR"
    lines = [f'.\\" Written by scripts/help_pages.py from {found.name} \\-\\-help.',
             f'.TH {found.name.upper()} 1 "{time.strftime("%Y-%m-%d", time.gmtime(date))}" "satbox {found.version}" "User Commands"',
             ".SH NAME", f"{roff(found.name)} \\- {roff(SUMMARIES[found.name])}",
             ".SH SYNOPSIS", f"{bold(found.name)} {roff(found.usage[len(found.name) + 1:])}",
             ".SH DESCRIPTION", roff(found.about)]
    for entry in found.positionals:
        lines += [".TP", f"\\fI{roff(entry.argument or entry.names[0])}\\fR", roff(entry.text)]
    lines.append(".SH OPTIONS")
    for entry in found.options:
        argument = f" \\fI{roff(entry.argument)}\\fR" if entry.argument else ""
        lines += [".TP", ", ".join(bold(name) for name in entry.names) + argument, roff(entry.text)]
    # The footer ends with the exit status; a sentence before it belongs to the description.
    before, exit_status = re.match(r"(.*?)(?:Exit (?:code|status): (.*))?$", found.exit_status).groups()
    if before.strip():
        lines += [".SH NOTES", roff(before.strip())]
    if exit_status:
        lines += [".SH EXIT STATUS", roff(exit_status[0].upper() + exit_status[1:])]
    lines.append(".SH ENVIRONMENT")
    for variable, text in ENVIRONMENT:
        lines += [".TP", bold(variable), roff(text)]
    if found.examples:
        lines += [".SH EXAMPLES", ".nf", *(roff(example) for example in found.examples), ".fi"]
    lines += [".SH SEE ALSO", f".BR {SEE_ALSO[found.name]} (1)"]
    return "\n".join(lines) + "\n"


def kind(entry):
    """What completes the argument of an entry: ("words", list), ("files", extensions or ""), ("scenes", ""),
    ("settings", ""), ("text", "") or, without an argument, ("none", "")."""
    argument = entry.argument
    if not argument:
        return "none", ""
    if choices := re.search(r"\{(.*)\}", argument):
        return "words", choices[1].split(",")
    if argument.startswith("SETTING="):
        return "settings", ""
    if "SCENE" in argument or argument == "NAME|FILE" or argument.startswith("A B"):
        return "scenes", ""
    if extension := re.match(r"(?:OUT|FILE)\.([A-Z]+)$", argument):
        return "files", extension[1].lower()
    return ("files", "") if argument == "FILE" else ("text", "")


def settings_of(schema):
    """The settings of --set, each with its possible values if they are words."""
    settings = {}
    for name, value in schema["$defs"]["settings"]["properties"].items():
        if value.get("type") == "array":
            settings.update({f"{name}.x": [], f"{name}.y": []})
        else:
            settings[name] = value.get("enum", ["true", "false"] if value.get("type") == "boolean" else [])
    return settings


def scene_names(program):
    return f"{program} --list 2>/dev/null | cut -d ' ' -f 1"


def bash_completion(found, settings):
    function = "_" + found.name.replace("-", "_")
    scenes = f'COMPREPLY=($(compgen -W "$({scene_names(found.name)})" -- "$cur")); _filedir \'@({SCENE_FILES})\''
    lines = [f"# bash completion for {found.name}, written by scripts/help_pages.py from {found.name} --help.", "",
             f"{function}() {{", "  local cur prev words cword", "  _init_completion -n =: || return", '  case "$prev" in']
    for entry in found.options:
        what, value = kind(entry)
        action = {"none": None, "text": "return", "scenes": scenes + "; return",
                  "words": f'COMPREPLY=($(compgen -W "{" ".join(value)}" -- "$cur")); return',
                  "files": f"_filedir {value}".strip() + "; return",
                  "settings": f"{function}_settings; return"}[what]
        if action:
            lines.append(f"    {' | '.join(entry.names)}) {action} ;;")
    names = " ".join(name for entry in found.options for name in entry.names)
    lines += ["  esac", '  if [[ $cur == -* ]]; then', f'    COMPREPLY=($(compgen -W "{names}" -- "$cur"))', "    return", "  fi"]
    if found.positionals:
        lines.append("  " + scenes)
    lines.append("}")
    if any(kind(entry)[0] == "settings" for entry in found.options):
        lines += ["", f"{function}_settings() {{", '  case "$cur" in']
        for name, values in settings.items():
            if values:
                lines.append(f'    {name}=*) COMPREPLY=($(compgen -W "{" ".join(values)}" -- "${{cur#*=}}")) ;;')
        lines += ["    *=*) ;;",
                  f'    *) compopt -o nospace; COMPREPLY=($(compgen -S = -W "{" ".join(settings)}" -- "$cur")) ;;', "  esac", "}"]
    lines += ["", f"complete -F {function} {found.name}"]
    return "\n".join(lines) + "\n"


def zsh_completion(found, settings):
    function = "_" + found.name.replace("-", "_")

    def quoted(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")

    def action(entry):
        what, value = kind(entry)
        pattern = f' -g "*.{value}"' if value else ""
        return {"none": "", "text": ":value: ", "scenes": f":scene:{function}_scenes", "settings": f":setting:{function}_settings",
                "words": f":value:({' '.join(value)})", "files": f":file:_files{pattern}"}[what]

    lines = [f"#compdef {found.name}", f"# Written by scripts/help_pages.py from {found.name} --help.", "",
             f"{function}_scenes() {{", "  local -a scenes", f'  scenes=(${{(f)"$({scene_names(found.name)})"}})',
             "  _alternative 'scenes:built-in scene:($scenes)' " + f"'files:file:_files -g \"*.({SCENE_FILES})\"'", "}", ""]
    if any(kind(entry)[0] == "settings" for entry in found.options):
        lines += [f"{function}_settings() {{", "  case $PREFIX in"]
        for name, values in settings.items():
            if values:
                lines.append(f"    {name}=*) compset -P '*='; compadd -- {' '.join(values)} ;;")
        lines += ["    *=*) ;;", f"    *) compadd -S = -- {' '.join(settings)} ;;", "  esac", "}", ""]
    lines.append("_arguments \\")
    for entry in found.options:
        star = "*" if entry.repeats() else ""
        names = f"'{star}{entry.names[0]}"
        if len(entry.names) > 1:
            names = f"'({' '.join(entry.names)})'{{{','.join(entry.names)}}}'"
        lines.append(f"  {names}[{quoted(entry.sentence())}]{action(entry)}' \\")
    if found.positionals:
        lines.append(f"  '1:scene:{function}_scenes'")
    else:
        lines[-1] = lines[-1].removesuffix(" \\")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) not in (3, 4):
        fail("usage: help_pages.py PROGRAM FOLDER [SCHEMA]")
    program, folder = sys.argv[1:3]
    if os.path.basename(program) not in SUMMARIES:
        fail(f"no summary for {os.path.basename(program)}: add it to SUMMARIES")
    settings = {}
    if len(sys.argv) == 4:
        with open(sys.argv[3], encoding="utf-8") as stream:
            settings = settings_of(json.load(stream))
    found = read_help(program)
    date = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    for file, text in ((f"{found.name}.1", man_page(found, date)), (f"bash/{found.name}", bash_completion(found, settings)),
                       (f"zsh/_{found.name}", zsh_completion(found, settings))):
        path = os.path.join(folder, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)


if __name__ == "__main__":
    main()
