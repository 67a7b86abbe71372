import type { ComponentType } from 'react'
import classes from './domain.module.css'

/** The five meanings that a colour may have. */
export type Tone = 'pos' | 'att' | 'neg' | 'info' | 'muted'

type Props = { tone: Tone; icon: ComponentType<{ size: number }>; label: string }

/** A state as word and icon; the colour only repeats what they say. */
export const StatusBadge = ({ tone, icon: Icon, label }: Props) => (
  <span className={classes.badge} data-tone={tone}>
    <Icon size={14} aria-hidden />
    {label}
  </span>
)
