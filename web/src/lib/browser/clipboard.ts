/** Put a text where it can be pasted; whether that worked. Without https there is only the old way. */
export async function copied(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copiedTheOldWay(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copiedTheOldWay(text),
  );
}

function copiedTheOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  const focused = document.activeElement as HTMLElement | null;
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}
