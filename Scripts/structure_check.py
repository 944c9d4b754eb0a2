"""Checks a structure tree (ISO 32000-2, 14.7) by pikepdf: what names what, in both directions."""

import pikepdf


def kids_of(holder):
    kids = holder.get("/K")
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def parent_tree(root):
    """The entries of the parent tree, and problems of its keys."""
    entries, problems = {}, []
    pending, seen, last = [root.get("/ParentTree")], set(), -1
    while pending:
        node = pending.pop()
        if not isinstance(node, pikepdf.Dictionary) or (node.objgen != (0, 0) and node.objgen in seen):
            continue
        seen.add(node.objgen)
        numbers = node.get("/Nums", [])
        for index in range(0, len(numbers) - 1, 2):
            key = int(numbers[index])
            if key <= last:
                problems.append(f"key {key} behind {last} in the parent tree")
            last = key
            entries[key] = numbers[index + 1]
        pending += reversed(list(node.get("/Kids", [])))
    return entries, problems


def summary(pdf):
    """What a tree has: elements, marked content, objects; and what is wrong with it."""
    root = pdf.Root.get("/StructTreeRoot")
    counts = {"elements": 0, "contents": 0, "objects": 0}
    if not isinstance(root, pikepdf.Dictionary):
        return counts, []
    entries, problems = parent_tree(root)
    pages = {page.objgen: number for number, page in enumerate(pdf.pages)}
    next_key = root.get("/ParentTreeNextKey")
    if next_key is not None and entries and int(next_key) <= max(entries):
        problems.append(f"next key {next_key}, highest {max(entries)}")
    claimed = {}
    seen = set()
    pending = [(kid, root, None) for kid in kids_of(root)]
    while pending:
        kid, parent, page = pending.pop()
        if isinstance(kid, int):
            where, number = page, kid
            counts["contents"] += 1
            holder = pdf.get_object(where) if where else None
        elif not isinstance(kid, pikepdf.Dictionary):
            problems.append(f"a kid {kid!r}")
            continue
        elif "/S" in kid:
            if kid.objgen in seen:
                problems.append(f"element {kid.objgen} twice")
                continue
            seen.add(kid.objgen)
            counts["elements"] += 1
            if kid.get("/P") is None or kid.P.objgen != parent.objgen:
                problems.append(f"element {kid.objgen} has another parent")
            own = kid.get("/Pg")
            if own is not None and own.objgen not in pages:
                problems.append(f"element {kid.objgen} on no page")
            place = own.objgen if own is not None else None
            pending += [(below, kid, place) for below in kids_of(kid)]
            continue
        elif kid.get("/Obj") is not None:
            counts["objects"] += 1
            key = kid.Obj.get("/StructParent")
            if key is None or int(key) not in entries or entries[int(key)].objgen != parent.objgen:
                problems.append(f"object {kid.Obj.objgen} does not lead back to {parent.objgen}")
            continue
        else:
            counts["contents"] += 1
            own = kid.get("/Pg")
            where = own.objgen if own is not None else page
            number = int(kid.MCID)
            holder = kid.get("/Stm") or (pdf.get_object(where) if where else None)
        if where not in pages or holder is None:
            problems.append(f"content {number} of {parent.objgen} on no page")
            continue
        key = holder.get("/StructParents")
        found = entries.get(int(key)) if key is not None else None
        if not isinstance(found, pikepdf.Array) or number >= len(found) or found[number] is None \
                or found[number].objgen != parent.objgen:
            problems.append(f"content {number} of {holder.objgen} does not lead back to {parent.objgen}")
        if claimed.setdefault((holder.objgen, number), parent.objgen) != parent.objgen:
            problems.append(f"content {number} of {holder.objgen} in two elements")
    for number, page in enumerate(pdf.pages):
        key = page.obj.get("/StructParents")
        if key is not None and int(key) not in entries:
            problems.append(f"page {number + 1} has a key {key} that the parent tree has not")
    return counts, problems
