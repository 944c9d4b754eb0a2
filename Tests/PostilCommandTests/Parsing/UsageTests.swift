import Testing

@testable import PostilCommand

@Suite struct UsageTests {
  /// Command lines and what is said of them.
  private static let wrong = """
     => no command is given
    draww => there is no command 'draww'; did you mean draw?
    find a.pdf x => there is no command 'find'
    --frobnicate => no command '--frobnicate'
    info => FILE is missing
    info "" => the name of the file is empty
    info a.pdf b.pdf => 'b.pdf' is one argument too many
    info a.pdf --jsno => there is no option --jsno; did you mean --json?
    info a.pdf -5 => there is no option -5
    info a.pdf --json=yes => --json takes no value
    draw a.pdf --in-place --in-place => --in-place is given twice
    info a.pdf --pages => --pages RANGE: the value is missing
    info a.pdf --pages 1-x => --pages: '1-x' is not a page or a range of pages
    info a.pdf --pages 0 => '0' is not a page
    info a.pdf --pages 1, => '' is not a page
    info a.pdf --pages 99999999999999999999 => is not a page
    info a.pdf --password x --password-file y => --password-file do not go together
    annotations a.pdf --page -1 => --page: '-1' is not a page
    render a.pdf --page 1 --dpi 9 --size 9x9 -o b.png => give --scale S, --dpi N, --width PX or --size WxH: one of them
    render a.pdf --page 1 --scale 1 --width 9 -o b.png => give --scale S, --dpi N, --width PX or --size WxH: one of them
    render a.pdf --page 1 --scale 1 -o b.svg => SVG has no pixels
    render a.pdf --pages 1-2 --scale 1 -o b.png => --pages goes with TIFF and PDF only
    render a.pdf --pages 1-2 --width 9 -o b.tif => TIFF and PDF take --scale S or --dpi N
    render a.pdf --page 1 --scale 1 --quality 50 -o b.png => --quality goes with JPEG and PDF only
    render a.pdf --page 1 --size 8 -o b.png => '8' is not a size such as 800x600
    render a.pdf --page 1 --scale 1 --as gif -o b => 'gif' is not one of png, jpeg, tiff, svg, pdf
    render a.pdf --page 1 --pages 2 --scale 1 -o b.pdf => give --page N or --pages RANGE
    render a.pdf --page 1 --scale 1 => --output OUT is missing
    render a.pdf --page 1 --scale 0 -o b.png => --scale: 0 is not above 0
    render a.pdf --page 1 --scale inf -o b.png => 'inf' is not a number
    render a.pdf --page 1 --width 2.5 -o b.png => '2.5' is not a whole number
    render a.pdf --page 1 --width 9 --tile 0 -o b.png => --tile: 0 is not from 1
    render a.pdf --page 1 --scale 1 -o ./a.pdf => would replace the document
    draw a.pdf --page 1 -o b.pdf => there is nothing to draw
    draw a.pdf --page 1 -o b.pdf --fill => there is nothing to draw
    draw a.pdf --line 1,2,3,4 -o b.pdf => --page N is missing
    draw a.pdf --page 1 --line 1,2,3,4 => give -o OUT
    draw a.pdf --page 1 --line 1,2,3,4 -o b.pdf --in-place => one of the two
    draw a.pdf --page 1 -o b.pdf --line 1,2,3 => --line: '1,2,3' is not X1,Y1,X2,Y2
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,x => --line: 'x' is not a number
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,nan => 'nan' is not a number
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,0x10 => '0x10' is not a number
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,1e400 => '1e400' is not a number
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,4 --text hi => stands behind the last shape
    draw a.pdf --page 1 -o b.pdf --line 1,2,3,2e6 => 2e6 is beyond 1,000,000 points
    draw a.pdf --page 1 -o b.pdf --ellipse "" => '' is not X,Y,W,H
    draw a.pdf --page 1 -o b.pdf --ink " " => there is no point
    draw a.pdf --page 1 -o b.pdf --ink "1,2 3" => '3' is not X,Y
    draw a.pdf --page 1 -o b.pdf --color redd => 'redd' is not a colour
    draw a.pdf --page 1 -o b.pdf --fill-color 12345 => '12345' is not a colour
    draw a.pdf --page 1 -o b.pdf --opacity 1.5 => --opacity: 1.5 is not from 0 to 1
    draw a.pdf --page 1 -o b.pdf --opacity -0.1 => -0.1 is not from 0 to 1
    draw a.pdf --page 1 -o b.pdf --width 1001 => --width: 1001 is not from 0 to 1,000
    draw a.pdf --page 1 -o b.pdf --dash -1 => lengths from 0
    draw a.pdf --page 1 -o b.pdf --end-ending Arrow => 'Arrow' is not one of None, Square
    highlight a.pdf -o b.pdf => TEXT is missing
    highlight a.pdf x "" -o b.pdf => TEXT is empty
    highlight a.pdf x --kind bold -o b.pdf => 'bold' is not one of highlight, underline, strikeout, squiggly
    link a.pdf --page 1 --rect 1,2,3,4 -o b.pdf => one of the three
    link a.pdf --page 1 --rect 1,2,3,4 --uri a --to-page 2 -o b.pdf => one of the three
    link a.pdf --page 1 --rect 1,2,3,4 --uri a --zoom 2 -o b.pdf => go with --to-page only
    link a.pdf --page 1 --uri a -o b.pdf => --rect X,Y,W,H is missing
    erase a.pdf --page 1 --in-place => one of the three
    erase a.pdf --page 1 --all --id x --in-place => one of the three
    erase a.pdf --page 1 --along 1,2 --in-place => --width PT is missing
    erase a.pdf --page 1 --along 1,2 --width 0 --in-place => --width: 0 is not above 0
    erase a.pdf --page 1 --all --width 2 --in-place => --width goes with --along only
    rotate a.pdf --pages 1 --by 45 --in-place => '45' is not one of 90, 180, 270, -90
    move a.pdf --pages 1 --to 0 --in-place => --to: 0 is not from 1
    move a.pdf --to 1 --in-place => --pages RANGE is missing
    apply a.pdf --in-place => EDITS.json is missing
    apply a.pdf b.json => give -o OUT
    apply a.pdf b.json --in-place --strategy best => 'best' is not one of automatic, append, rewrite
    apply a.pdf b.json --in-place --strategy append --linearize => append does not go with options
    apply a.pdf b.json --in-place --strategy rewrite --safety append-in-place => does not go with a rewrite
    apply a.pdf b.json --in-place --encrypt-user x => --encrypt-user needs --encrypt-owner
    apply a.pdf b.json --in-place --encrypt-owner "" => the password is empty
    apply a.pdf b.json --in-place --encrypt-owner x --decrypt => do not go together
    apply a.pdf b.json -o c.pdf --safety append-in-place => append-in-place needs --in-place
    apply a.pdf - --password-file - --in-place => cannot both come from standard input
    completion tcsh => 'tcsh' is not a shell with completions
    completion => SHELL is missing
    help nothing => there is no command 'nothing'
    """.split(separator: "\n").map(String.init)

  @Test(arguments: wrong)
  func wrongCommandLinesSayWhatIsWrong(line: String) async throws {
    let parts = line.split(separator: " => ", maxSplits: 1, omittingEmptySubsequences: false)
    let result = try await Workbench().run(shellWords(String(parts[0])))
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("postil: "))
    #expect(result.errors.contains(parts[1]), "\(result.errors)")
    #expect(result.errors.contains("See 'postil help"))
    #expect(result.output.isEmpty)
  }

  @Test func theHintNamesTheCommand() async throws {
    let result = try await Workbench().run("rotate")
    #expect(result.errors == "postil: FILE is missing.\nSee 'postil help rotate'.\n")
  }
}
