import { create } from 'zustand'
import type { Prefix } from '#contract/core/values.ts'

/** The prefix that somebody wants to work in and hasn't confirmed yet. */
export const usePrefixChoice = create<{ asked: Prefix | null }>()(() => ({ asked: null }))

/** Asks before changing: the page starts anew there. Null takes the question back. */
export const askForPrefix = (asked: Prefix | null): void => usePrefixChoice.setState({ asked })
