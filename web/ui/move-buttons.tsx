import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'

type Props = {
  /** Of something in a list, by its name. */
  upLabel: string
  downLabel: string
  isFirst: boolean
  isLast: boolean
  /** One place towards the start, or towards the end. */
  onMove: (by: -1 | 1) => void
}

/** Moves something up or down in a list that one arranges. */
export const MoveButtons = ({ upLabel, downLabel, isFirst, isLast, onMove }: Props) => (
  <>
    <ActionIcon variant="subtle" color="gray" aria-label={upLabel} disabled={isFirst} onClick={() => onMove(-1)}>
      <IconChevronUp size={16} />
    </ActionIcon>
    <ActionIcon variant="subtle" color="gray" aria-label={downLabel} disabled={isLast} onClick={() => onMove(1)}>
      <IconChevronDown size={16} />
    </ActionIcon>
  </>
)
