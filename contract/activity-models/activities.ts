/** What a model asks for and what is counted beside it, in the order of the commercial cycle. */
export const modelledActivities = ['calls', 'newContacts', 'r1', 'r2', 'r3', 'r4', 'converted'] as const
export type ModelledActivity = (typeof modelledActivities)[number]

/** A value for each of them. */
export const mapActivities = <T>(toValue: (activity: ModelledActivity) => T): Record<ModelledActivity, T> =>
  Object.fromEntries(modelledActivities.map((activity) => [activity, toValue(activity)])) as Record<ModelledActivity, T>
