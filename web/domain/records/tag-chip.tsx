import { CloseButton } from '@mantine/core'
import type { Tag } from '#contract/records/tag.ts'
import classes from './record-facts.module.css'

type Props = { tag: Pick<Tag, 'name' | 'color'>; onRemove?: (() => void) | undefined; removeLabel?: string }

/** A tag by its word, on its colour. */
export const TagChip = ({ tag: { name, color }, onRemove, removeLabel }: Props) => (
  <span className={classes.chip} data-color={color}>
    {name}
    {onRemove && <CloseButton size="xs" aria-label={removeLabel} onClick={onRemove} />}
  </span>
)
