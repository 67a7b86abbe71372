import type { Icon } from '@tabler/icons-react'
import classes from './domain.module.css'

/** The five meanings that a colour may have. */
export type BadgeTone = 'pos' | 'att' | 'neg' | 'info' | 'muted'

type Props = {
  tone: BadgeTone
  icon: Icon
  label: string
  /** The word of the icon, where the label isn't it. */
  iconLabel?: string
}

/** A state as word and icon; the colour only repeats what they say. */
export const StatusBadge = ({ tone, icon: Sign, label, iconLabel }: Props) => (
  <span className={classes.badge} data-tone={tone} title={iconLabel}>
    <Sign size={14} {...(iconLabel ? { role: 'img', 'aria-label': iconLabel } : { 'aria-hidden': true })} />
    {label}
  </span>
)
