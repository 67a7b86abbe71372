import { afterEach } from 'vitest'

// A test that passed only when it was tried again is named at the end of the run: a race of the test or of the product.
afterEach(({ task }) => {
  if (task.result?.retryCount) task.meta.neededSecondTry = true
})
