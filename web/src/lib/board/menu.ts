/** Finding items of a menu by their type, with the fields of that type. */
type Tagged = { type: string };
type OfType<Item extends Tagged, Type extends Item["type"]> = Extract<Item, { type: Type }>;

export const itemsOf = <Item extends Tagged, Type extends Item["type"]>(
  menu: readonly Item[],
  type: Type,
): OfType<Item, Type>[] => menu.filter((item): item is OfType<Item, Type> => item.type === type);

export const itemOf = <Item extends Tagged, Type extends Item["type"]>(
  menu: readonly Item[],
  type: Type,
): OfType<Item, Type> | undefined => menu.find((item): item is OfType<Item, Type> => item.type === type);
