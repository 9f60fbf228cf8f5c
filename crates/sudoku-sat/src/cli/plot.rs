//! Line plots, scatter plots and bar charts as SVG. They are readable in black and white.

#![allow(clippy::cast_possible_truncation, reason = "coordinates of plots are small")]

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use itertools::Itertools;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use sudoku_cnf::cli::Failure;
use sudoku_cnf::cli::output::is_stdout;
use sudoku_cnf::cli::output_file::{folder_of, reject_input, write_file};

/// A position in pixels.
type Pixel = (i32, i32);

/// The size of a plot without its legend, in pixels.
const SIZE: (u32, u32) = (800, 600);
/// The height of a line of the legend, in pixels.
const LEGEND_LINE: i32 = 24;
const FONT: (&str, u32) = ("sans-serif", 16);
/// Colors that differ in lightness, too.
const COLORS: [RGBColor; 5] = [
    RGBColor(0, 0, 0),
    RGBColor(202, 82, 0),
    RGBColor(0, 90, 181),
    RGBColor(120, 120, 120),
    RGBColor(90, 0, 110),
];

/// The lengths of the dashes and gaps of curves, in pixels. `None` is a solid line.
const DASHES: [Option<(u32, u32)>; 3] = [None, Some((10, 5)), Some((3, 4))];

/// A plot of curves over a linear scale.
pub(super) struct Lines<'a> {
    pub(super) caption: &'a str,
    pub(super) x: &'a str,
    /// Whether the horizontal values are numbers of things, so that the scale has only whole numbers.
    pub(super) is_count: bool,
    /// The label of the vertical scale, which is logarithmic.
    pub(super) y: &'a str,
    pub(super) curves: Vec<Curve>,
}

/// A curve with a marker at each point.
pub(super) struct Curve {
    pub(super) title: String,
    pub(super) points: Vec<(f64, f64)>,
    /// A horizontal position, and the vertical range to mark there.
    pub(super) ranges: Vec<(f64, f64, f64)>,
}

/// A plot of points over two logarithmic scales with the same range.
pub(super) struct Scatter<'a> {
    pub(super) caption: &'a str,
    pub(super) x: &'a str,
    pub(super) y: &'a str,
    pub(super) points: Vec<(f64, f64)>,
    /// Horizontal positions of points without a vertical one. They are drawn as crosses at the upper edge.
    pub(super) only_x: Vec<f64>,
    /// Vertical positions of points without a horizontal one. They are drawn as crosses at the right edge.
    pub(super) only_y: Vec<f64>,
}

/// Returns an error unless a plot can be written to `path`, so that no run is in vain.
pub(super) fn check_path<'p>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<(), Failure> {
    reject_input(path, inputs)?;
    if is_stdout(Some(path)) {
        let problem = "--plot requires a file, because the records are printed to standard output";
        return Err(Failure::Usage(problem.to_owned()));
    }
    fs::metadata(folder_of(path)).map(drop).map_err(Failure::writing(path))
}

/// Writes a plot to a file.
pub(super) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    write_file(path, |file| file.write_all(svg.as_bytes()))
}

/// Draws curves. Values that are not positive are drawn at the lower edge.
pub(super) fn lines(plot: &Lines<'_>) -> Result<String, Failure> {
    let all = || plot.curves.iter().flat_map(|curve| &curve.points);
    let ranges = || plot.curves.iter().flat_map(|curve| &curve.ranges);
    let (left, right) = extent(all().map(|point| point.0));
    let heights = all().map(|point| point.1).chain(ranges().flat_map(|range| [range.1, range.2]));
    let (bottom, top) = logarithmic_extent(heights);
    let raised = |(x, y): (f64, f64)| (x, y.max(bottom));
    let longest = plot.curves.iter().map(|curve| curve.title.chars().count()).max().unwrap_or(0);
    let legend_width = 60 + 9 * longest as u32;
    let legend_height = 60 + LEGEND_LINE as u32 * plot.curves.len() as u32;
    draw((SIZE.0 + legend_width, SIZE.1.max(legend_height)), |area| {
        let (area, legend) = &area.split_horizontally(SIZE.0);
        let mut chart = frame(
            area,
            plot.caption,
            (plot.x, left..right),
            (plot.y, (bottom..top).log_scale()),
            plot.is_count,
        )?;
        for (index, curve) in plot.curves.iter().enumerate() {
            let points = || curve.points.iter().copied().map(raised);
            let style = COLORS[index % COLORS.len()].stroke_width(2);
            // The curves also differ in their dashes and in the shape of their markers.
            match DASHES[index % DASHES.len()] {
                Some((dash, gap)) => chart.draw_series(DashedLineSeries::new(points(), dash, gap, style))?,
                None => chart.draw_series(LineSeries::new(points(), style))?,
            };
            let bar = |&(x, low, high): &(f64, f64, f64)| {
                PathElement::new([raised((x, low)), raised((x, high))], style)
            };
            chart.draw_series(curve.ranges.iter().map(bar))?;
            for (x, y) in points().map(|point| chart.backend_coord(&point)) {
                area.draw(&marker(index, (x, y), style.filled()))?;
            }
            let y = 40 + index as i32 * LEGEND_LINE;
            let (dash, gap) = DASHES[index % DASHES.len()].unwrap_or((30, 0));
            for x in (5..35).step_by((dash + gap) as usize) {
                legend.draw(&PathElement::new([(x, y), (35.min(x + dash as i32), y)], style))?;
            }
            legend.draw(&marker(index, (20, y), style.filled()))?;
            legend.draw(&Text::new(curve.title.clone(), (45, y - 7), FONT))?;
        }
        Ok(())
    })
}

/// Draws points and the diagonal.
pub(super) fn scatter(plot: &Scatter<'_>) -> Result<String, Failure> {
    let both = plot.points.iter().flat_map(|&(x, y)| [x, y]);
    let (low, high) = logarithmic_extent(both.chain(plot.only_x.iter().chain(&plot.only_y).copied()));
    draw(SIZE, |area| {
        let scale = || (low..high).log_scale();
        let mut chart = frame(area, plot.caption, (plot.x, scale()), (plot.y, scale()), false)?;
        chart.draw_series(LineSeries::new([(low, low), (high, high)], BLACK))?;
        let style = BLACK.stroke_width(1);
        chart
            .draw_series(plot.points.iter().map(|&(x, y)| Circle::new((x.max(low), y.max(low)), 3, style)))?;
        let edges = plot.only_x.iter().map(|&x| (x, high)).chain(plot.only_y.iter().map(|&y| (high, y)));
        chart.draw_series(edges.map(|(x, y)| Cross::new((x.max(low), y.max(low)), 4, style)))?;
        Ok(())
    })
}

/// Draws bars with these names and heights. `x` and `y` are the labels of the scales.
pub(super) fn bars(x: &str, y: &str, bars: &[(String, usize)]) -> Result<String, Failure> {
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let count = bars.len().max(1);
    draw(SIZE, |area| {
        // The names are written upward below their bars.
        let longest = bars.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let mut chart = ChartBuilder::on(area)
            .margin(15)
            .x_label_area_size(40 + 9 * longest as u32)
            .y_label_area_size(80)
            .build_cartesian_2d(0.0..count as f64, 0.0..most as f64 * 1.05)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().x_labels(0).label_style(FONT).axis_desc_style(FONT).light_line_style(WHITE);
        mesh.x_desc(x).y_desc(y).y_label_formatter(&|&y| whole(y)).draw()?;
        for (index, (name, count)) in bars.iter().enumerate() {
            let (left, right) = (index as f64 + 0.1, index as f64 + 0.9);
            let bar = Rectangle::new([(left, 0.0), (right, *count as f64)], COLORS[3].filled());
            chart.draw_series([bar])?;
            let (x, y) = chart.backend_coord(&(index as f64 + 0.5, 0.0));
            let upward = TextStyle::from(FONT.into_font().transform(FontTransform::Rotate270));
            let ends_here = Pos::new(HPos::Right, VPos::Center);
            area.draw(&Text::new(name.clone(), (x, y + 8), upward.pos(ends_here)))?;
        }
        Ok(())
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type DrawError<'a> = DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// The chart of an area with horizontal and vertical coordinates.
type Chart<'c, 'a, X, Y> = ChartContext<
    'c,
    SVGBackend<'a>,
    Cartesian2d<<X as AsRangedCoord>::CoordDescType, <Y as AsRangedCoord>::CoordDescType>,
>;

/// Draws the caption, and the scales with their labels.
fn frame<'c, 'a, X, Y>(
    area: &'c Area<'a>,
    caption: &str,
    (x_label, x): (&str, X),
    (y_label, y): (&str, Y),
    is_count: bool,
) -> Result<Chart<'c, 'a, X, Y>, DrawError<'a>>
where
    X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20))
        .margin(15)
        .x_label_area_size(50)
        .y_label_area_size(80)
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(x_label).y_desc(y_label).label_style(FONT).axis_desc_style(FONT).light_line_style(WHITE);
    let x_label = |&x: &f64| if is_count { whole(x) } else { short(x) };
    mesh.x_label_formatter(&x_label).y_label_formatter(&|&y| short(y)).draw()?;
    Ok(chart)
}

/// Returns the SVG text of what `paint` draws on an area of `size` pixels.
fn draw(
    size: (u32, u32),
    paint: impl for<'a> FnOnce(&Area<'a>) -> Result<(), DrawError<'a>>,
) -> Result<String, Failure> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let painted = area.fill(&WHITE).and_then(|()| paint(&area)).and_then(|()| area.present());
    painted.map_err(|error| Failure::Other(anyhow!("the plot cannot be drawn: {error}")))?;
    drop(area);
    Ok(svg)
}

/// Returns the marker of a curve: a disk, a triangle, a square or a diamond.
fn marker(index: usize, (x, y): Pixel, style: ShapeStyle) -> Polygon<Pixel> {
    let corners: &[Pixel] = match index % 4 {
        0 => &[(-4, -2), (-2, -4), (2, -4), (4, -2), (4, 2), (2, 4), (-2, 4), (-4, 2)],
        1 => &[(0, -5), (5, 4), (-5, 4)],
        2 => &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        _ => &[(0, -6), (6, 0), (0, 6), (-6, 0)],
    };
    Polygon::new(corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<_>>(), style)
}

/// Returns the least and the largest number, or `None` if there are no numbers.
fn bounds(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.minmax_by(f64::total_cmp).into_option()
}

/// Returns a range that contains all numbers and is not empty.
fn extent(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    match bounds(numbers) {
        Some((low, high)) if low < high => (low, high),
        Some((low, high)) => (low - 0.5, high + 0.5),
        None => (0.0, 1.0),
    }
}

/// Returns a range for a logarithmic scale that contains all positive numbers, with a margin.
fn logarithmic_extent(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = bounds(numbers.filter(|&number| number > 0.0)).unwrap_or((1.0, 1.0));
    (low / 1.5, high * 1.5)
}

/// Formats a whole number. Other numbers have no label.
fn whole(number: f64) -> String {
    if number.fract() == 0.0 { short(number) } else { String::new() }
}

/// Formats a number without trailing zeros.
fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_all_numbers() {
        assert_eq!(extent([0.3, 0.1].into_iter()), (0.1, 0.3));
        assert_eq!(extent([2.0].into_iter()), (1.5, 2.5));
        assert_eq!(extent([].into_iter()), (0.0, 1.0));
        assert_eq!(logarithmic_extent([3.0, 0.0].into_iter()), (2.0, 4.5));
        for numbers in [&[0.003][..], &[]] {
            let (low, high) = logarithmic_extent(numbers.iter().copied());
            assert!(0.0 < low && low < high && numbers.iter().all(|number| (low..high).contains(number)));
        }
    }
}
