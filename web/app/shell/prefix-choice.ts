import { create } from 'zustand'
import type { Prefix } from '#contract/core/values.ts'

/** The prefix that somebody wants to work in and hasn't confirmed yet. */
export const usePendingPrefix = create<{ prefix: Prefix | null }>()(() => ({ prefix: null }))

/** Asks before changing: the page starts anew there. Null takes the question back. */
export const requestPrefixSwitch = (prefix: Prefix | null): void => usePendingPrefix.setState({ prefix })
