/** Writes into a field as if it had been typed: whoever listens to the field hears of it, whether its value is kept by React or not. */
export const setInputValue = (field: HTMLInputElement, value: string): void => {
  if (field.value === value) return
  // Past the property by which React notes what it has written itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
