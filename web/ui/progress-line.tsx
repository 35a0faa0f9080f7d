import './progress-line.css'
/** The thin line at the top while a page is on its way. */
export function ProgressLine({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <div role="progressbar" aria-label="Loading the page" className="progress-line" /> : null
}
