import './progress-line.css'
/** A thin line at the top while a page loads. */
export function ProgressLine({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <div role="progressbar" aria-label="Loading the page" className="progress-line" /> : null
}
